import { createHash, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordBounds } from '#core/domain/account.ts';
import type { Secrets } from '#core/ports/secrets.ts';
import { turnstile } from './turnstile.ts';

/** The OWASP minimum for argon2id: about 15 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash keeps a core busy: more of them at once than cores would make none of them faster. */
const waitingMax = 64;

export const nodeSecrets = (): Secrets => {
  const inTurn = turnstile(availableParallelism(), waitingMax);
  const common = new Set(
    dictionary['passwords-common'].filter((password) => password.length >= passwordBounds.min),
  );
  /** Made with the first password, of a secret nobody knows: what an unknown person's password is compared with. */
  let nobodys: Promise<string> | null = null;

  return {
    newToken: () => `ses_${randomBytes(32).toString('base64url')}`,
    hashToken: (token) => createHash('sha256').update(token).digest('base64url'),
    hashPassword: (password) => inTurn(() => hash(password, cost)),
    passwordMatches: async (password, known) => {
      nobodys ??= hash(randomBytes(32), cost);
      const compared = known ?? (await nobodys);
      return (await inTurn(() => verify(compared, password))) && known !== null;
    },
    isCommonPassword: (password) => common.has(password),
  };
};
