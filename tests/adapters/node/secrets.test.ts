import { describe, expect, it } from 'vitest';
import { nodeSecrets } from '#adapters/node/secrets.ts';
import { Busy } from '#core/ports/secrets.ts';

const secrets = nodeSecrets();

describe('a token', () => {
  it('has 256 bits and is never the same', () => {
    const tokens = Array.from({ length: 1_000 }, () => secrets.newToken());
    expect(new Set(tokens).size).toBe(1_000);
    expect(Buffer.from(tokens[0]?.slice(4) ?? '', 'base64url')).toHaveLength(32);
  });

  it('has one hash, which does not hold it', () => {
    const token = secrets.newToken();
    expect(secrets.hashToken(token)).toBe(secrets.hashToken(token));
    expect(secrets.hashToken(token)).not.toContain(token.slice(4));
  });
});

describe('a password', () => {
  it('is hashed with argon2id, differently each time', async () => {
    const [one, other] = await Promise.all([
      secrets.hashPassword('pão quente'),
      secrets.hashPassword('pão quente'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await secrets.passwordMatches('pão quente', one)).toBe(true);
    expect(await secrets.passwordMatches('pão frio', one)).toBe(false);
  });

  it('matches nobody where there is nobody, in the time of somebody', async () => {
    const known = await secrets.hashPassword('pão quente');
    await secrets.passwordMatches('pão quente', null);
    const times: { known: number[]; nobody: number[] } = { known: [], nobody: [] };
    const time = async (hash: string | null) => {
      const startedAt = performance.now();
      expect(await secrets.passwordMatches('errada', hash)).toBe(false);
      times[hash === null ? 'nobody' : 'known'].push(performance.now() - startedAt);
    };
    for (let n = 0; n < 20; n++) {
      await time(known);
      await time(null);
    }
    // The quickest of each: the rest tells of what else the machine was doing.
    const ratio = Math.min(...times.nobody) / Math.min(...times.known);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('is turned away when a hundred others wait, and soon no more', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 100 }, () => secrets.hashPassword('pão quente')),
    );
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((reason) => reason instanceof Busy)).toBe(true);
    await expect(secrets.hashPassword('pão quente')).resolves.toMatch(/^\$argon2id/);
  });

  it.each(['password1', '123456789', 'qwertyuiop', 'iloveyou'])('like %s is common', (password) => {
    expect(secrets.isCommonPassword(password)).toBe(true);
  });

  it('of four words is not', () => {
    expect(secrets.isCommonPassword('padaria da esquina azul')).toBe(false);
  });
});
