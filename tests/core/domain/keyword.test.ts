import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordBounds, matchKeyword, parseKeywords } from '#core/domain/keyword.ts';
import { folded, wordsOf } from '#core/domain/text.ts';

const word = fc.constantFrom(
  'catálogo',
  'preço',
  'tabela',
  'de',
  'preços',
  'bolo',
  'Açaí',
  'x',
  '12',
  'ação',
);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const listening = fc
  .array(fc.array(phrase, { minLength: 1, maxLength: 3 }), { maxLength: 5 })
  .map((lists) => lists.map((keywords, id) => ({ id, keywords })));
const message = fc
  .array(fc.oneof(word, fc.constantFrom(',', '!', '?', 'quero')), { maxLength: 12 })
  .map((parts) => parts.join(' '));

describe('keywords as typed', () => {
  it.each([
    ['catálogo, tabela de preços', ['catálogo', 'tabela de preços']],
    ['  cardápio  ', ['cardápio']],
    ['Preço, preco, PREÇO', ['Preço']],
    ['mapa, endereço, MAPA', ['mapa', 'endereço']],
    ['tabela   de\tpreços,', ['tabela de preços']],
  ])('%s are %j', (typed, keywords) => expect(parseKeywords(typed)).toEqual(keywords));

  it.each(['', ' , ,', '!!!, ?', 'a'.repeat(keywordBounds.length + 1)])('%j are none', (typed) =>
    expect(parseKeywords(typed)).toBe(null),
  );

  it('are refused when there are too many', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `palavra ${n}`).join(',');
    expect(parseKeywords(many(keywordBounds.count))).toHaveLength(keywordBounds.count);
    expect(parseKeywords(many(keywordBounds.count + 1))).toBe(null);
  });

  it('parsed again are the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        const once = parseKeywords(typed);
        if (once) expect(parseKeywords(once.join(', '))).toEqual(once);
      }),
    );
  });
});

describe('a keyword in a message', () => {
  const files = [
    { id: 1, keywords: ['catálogo', 'tabela'] },
    { id: 2, keywords: ['tabela de preços'] },
    { id: 3, keywords: ['Catalogo'] },
  ];

  it.each([
    ['CATALOGO', [1, 3], false],
    ['me manda o catálogo?', [1, 3], true],
    ['Tem tabela de precos?', [2], true],
    ['tabela!', [1], false],
  ])('%s is found', (text, ids, more) => {
    expect(matchKeyword(text, files)).toMatchObject({ ids, more });
  });

  it.each(['catálogos', 'tabelade preços', 'quero um bolo', '', '???'])('%s holds none', (text) => {
    expect(matchKeyword(text, files)).toBe(null);
  });

  it('is found whatever case and accents it is written in', () => {
    fc.assert(
      fc.property(message, listening, (text, all) => {
        const plain = matchKeyword(text, all);
        expect(matchKeyword(text.toUpperCase(), all)).toEqual(plain);
        expect(matchKeyword(folded(text), all)?.ids).toEqual(plain?.ids);
        expect(matchKeyword(text.normalize('NFD'), all)).toEqual(plain);
      }),
    );
  });

  it('is found by whole words only, and only where it stands', () => {
    fc.assert(
      fc.property(message, listening, (text, all) => {
        const padded = ` ${wordsOf(text).join(' ')} `;
        const stands = all.filter(({ keywords }) =>
          keywords.some((keyword) => padded.includes(` ${wordsOf(keyword).join(' ')} `)),
        );
        const match = matchKeyword(text, all);
        expect(match === null).toBe(stands.length === 0);
        for (const id of match?.ids ?? []) expect(stands.map((file) => file.id)).toContain(id);
      }),
    );
  });

  it('that wins is at least as long as any other that is found', () => {
    fc.assert(
      fc.property(message, listening, (text, all) => {
        const match = matchKeyword(text, all);
        const alone = all.flatMap(({ id, keywords }) =>
          keywords.filter((keyword) => matchKeyword(text, [{ id, keywords: [keyword] }])),
        );
        for (const keyword of alone)
          expect(wordsOf(keyword).length).toBeLessThanOrEqual(wordsOf(match?.keyword ?? '').length);
      }),
    );
  });

  it('says everything when nothing is left beside it', () => {
    fc.assert(
      fc.property(phrase, (keyword) => {
        expect(matchKeyword(`${keyword}!`, [{ id: 1, keywords: [keyword] }])?.more).toBe(false);
        expect(matchKeyword(`oi ${keyword}`, [{ id: 1, keywords: [keyword] }])?.more).toBe(true);
      }),
    );
  });

  it('said over and over is all that is said, however long that is', () => {
    const catalogue = [{ id: 1, keywords: ['o catálogo'] }];
    const said = 'o catálogo '.repeat(20_000);
    expect(matchKeyword(said, catalogue)?.more).toBe(false);
    expect(matchKeyword(`${said}hoje`, catalogue)?.more).toBe(true);
  });
});
