import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentName,
  documentTypeOf,
  excerptOf,
  refuseOneMoreDocument,
  textOf,
} from '#core/domain/document.ts';
import { firstPlans } from '#core/domain/plan.ts';
import { newTrial } from '#core/domain/subscription.ts';
import { after, day } from '#core/domain/time.ts';

describe('a file', () => {
  it.each([
    ['tabela.pdf', 'application/pdf'],
    ['TABELA.PDF', 'application/pdf'],
    ['tabela.v2.DocX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['tabela.doc', null],
    ['tabela.pdf.exe', null],
    ['pdf', null],
    ['', null],
  ])('named %j says to be %s', (name, type) => {
    expect(documentTypeOf(name)).toBe(type);
  });

  it.each([
    ['C:\\Users\\Bia\\tabela.pdf', 'tabela.pdf'],
    ['../../etc/tabela.pdf', 'tabela.pdf'],
    [' Tabela\nde  preços.docx ', 'Tabela de preços.docx'],
    [`${'a'.repeat(300)}.docx`, `${'a'.repeat(194)}….docx`],
  ])('sent as %j is called %j', (sent, name) => {
    expect(documentName(sent)).toBe(name);
  });

  it('keeps a name of at most 200 characters, and its type', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (name) => {
        const kept = documentName(`${name}.pdf`);
        expect(kept.length).toBeLessThanOrEqual(200);
        expect(documentTypeOf(kept)).toBe('application/pdf');
      }),
    );
  });
});

describe('what was read', () => {
  it('is told a line for each piece', () => {
    const page = null;
    expect(
      textOf([
        { kind: 'heading', text: 'Preços', page },
        { kind: 'row', text: 'Corte | R$ 70', page },
      ]),
    ).toBe('Preços\nCorte | R$ 70');
  });

  it('is shown by its first 120 characters', () => {
    expect(excerptOf('a'.repeat(121))).toBe('a'.repeat(120));
  });
});

describe('one more document', () => {
  const [starter] = firstPlans;
  const now = new Date('2026-11-21T12:00:00Z');

  it('is taken below the limit of an active plan', () => {
    if (!starter) throw new Error('There is no plan.');
    const trial = newTrial(starter, now);
    expect(refuseOneMoreDocument(now, trial, 0)).toBeNull();
    expect(refuseOneMoreDocument(now, trial, 1)).toEqual({ kind: 'document-limit-reached', limit: 1 });
    expect(refuseOneMoreDocument(after(now, 8 * day), trial, 0)).toEqual({ kind: 'no-active-plan' });
    expect(refuseOneMoreDocument(now, null, 0)).toEqual({ kind: 'no-active-plan' });
  });
});
