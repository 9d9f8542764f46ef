import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey, emailMax, isEmail, passwordBounds, refusePassword } from '#core/domain/account.ts';
import { digits } from '#tests/support/arbitraries.ts';

describe('an e-mail', () => {
  it.each(['bia@salaodabia.com.br', 'jose+agenda@gmail.com', ' ana@barbearia.com '])(
    'may be "%s"',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  it.each([
    '',
    'bia',
    'bia@',
    '@gmail.com',
    'bia@gmail',
    'bia@@gmail.com',
    'bia@gmail..com',
    'b ia@gmail.com',
    'a@b.c.',
  ])('is not "%s"', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('may have 254 characters, blanks around not counted, and not one more', () => {
    const domain = '@salaodabia.com.br';
    const longest = 'b'.repeat(emailMax - domain.length) + domain;
    expect(isEmail(` ${longest} `)).toBe(true);
    expect(isEmail(`b${longest}`)).toBe(false);
  });

  it('is one whatever its case and the blanks around it', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\n'), (email, blank) => {
        expect(emailKey(blank + email.toUpperCase() + blank)).toBe(emailKey(email));
        expect(emailKey(emailKey(email))).toBe(emailKey(email));
        expect(isEmail(emailKey(email))).toBe(isEmail(email));
      }),
    );
  });

  it('is accepted whenever it is an ordinary address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(isEmail(email)).toBe(true);
      }),
    );
  });
});

describe('a password', () => {
  it('is taken when it is long enough and nobody would guess it', () => {
    expect(refuse('tesoura azul na gaveta')).toBeNull();
    expect(refuse('só8çãoé!')).toBeNull();
  });

  it('has 8 to 128 characters, an emoji being one', () => {
    expect(refuse('çã7!kq2')).toMatchObject({ problem: 'too-short' });
    expect(refuse('çã7!kq2z')).toBeNull();
    expect(refuse('💇💈💅🎀🪞🧴🧼')).toMatchObject({ problem: 'too-short' });
    expect(refuse('💈'.repeat(128))).toBeNull();
    expect(refuse('💈'.repeat(129))).toMatchObject({ problem: 'too-long', max: 128 });
  });

  it('is refused among the common ones in any case', () => {
    expect(refuse('BRASIL123')).toEqual({ kind: 'invalid-field', field: 'password', problem: 'too-common' });
  });

  it.each([
    'Beatriz Conceição',
    'beatrizconceicao',
    'BIA.CORTES@SALAODABIA.COM.BR',
    'biacortes',
    '(11) 98765-4321',
    '+55 11 98765-4321',
    '98765-4321',
    '8765-4321',
  ])('is refused when it is the person’s own data: %s', (password) => {
    expect(refuse(password)).toMatchObject({ problem: 'own-data' });
  });

  it('is not taken for the own data of somebody whose name has no letters of ours', () => {
    const unnamed = { name: '…', email: '-@x.com.br', phone: '5511987654321' };
    expect(refusePassword('!@#$%^&*()', unnamed, () => false)).toBeNull();
    expect(refusePassword('Мария Иванова', { ...unnamed, name: 'Мария Иванова' }, () => false)).toMatchObject(
      {
        problem: 'own-data',
      },
    );
  });

  it('is refused for its length exactly outside the bounds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (password) => {
        const length = Array.from(password).length;
        const problem = refusePassword(password, nobody, () => false)?.problem ?? null;
        expect(problem === 'too-short').toBe(length < passwordBounds.min);
        expect(problem === 'too-long').toBe(length > passwordBounds.max);
      }),
    );
  });

  it('is never the phone, with or without 55, area and ninth digit', () => {
    fc.assert(
      fc.property(digits(11), fc.integer({ min: 8, max: 13 }), (phone, length) => {
        const password = `55${phone}`.slice(-length);
        for (const kept of [phone, `55${phone}`]) {
          const problem = refusePassword(password, { ...nobody, phone: kept }, () => false)?.problem;
          expect(problem).toBe('own-data');
        }
      }),
    );
  });
});

// Helpers

const bia = { name: 'Beatriz Conceição', email: 'bia.cortes@salaodabia.com.br', phone: '5511987654321' };
const nobody = { name: '', email: '', phone: '' };
const refuse = (password: string) => refusePassword(password, bia, (text) => text === 'brasil123');
