import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vaultFor } from '#adapters/node/vault.ts';

const key = 'a key that is long enough for a test';
const vault = vaultFor(key, 'tax-ids');

describe('a sealed text', () => {
  it('opens where it was put, and looks different each time', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, place) => {
        const sealed = vault.seal(text, place);
        expect(vault.open(sealed, place)).toBe(text);
        expect(vault.seal(text, place).equals(sealed)).toBe(false);
      }),
    );
  });

  it('opens nowhere else, with no other key, and not when one bit of it has changed', () => {
    const sealed = vault.seal('52998224725', 'accounts|tax_id|7');
    expect(() => vault.open(sealed, 'accounts|tax_id|8')).toThrow();
    expect(() => vaultFor(key, 'sessions').open(sealed, 'accounts|tax_id|7')).toThrow();
    expect(() => vaultFor(`${key}!`, 'tax-ids').open(sealed, 'accounts|tax_id|7')).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, 'accounts|tax_id|7')).toThrow();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => vault.open(sealed.subarray(0, length), 'accounts|tax_id|7')).toThrow();
    }
  });

  it('is found by an index that depends on the key', () => {
    expect(vault.index('52998224725')).toBe(vault.index('52998224725'));
    expect(vault.index('52998224725')).not.toBe(vault.index('11144477735'));
    expect(vault.index('52998224725')).not.toBe(vaultFor(`${key}!`, 'tax-ids').index('52998224725'));
  });
});
