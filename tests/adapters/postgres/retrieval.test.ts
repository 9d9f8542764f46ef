import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { postgresPassages } from '#adapters/postgres/passages.ts';
import { findPassages } from '#core/application/knowledge/find-passages.ts';
import type { Phone } from '#core/domain/phone.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { placeOf, readRetrievalSet, scoresOf } from '#tests/support/retrieval-set.ts';
import { openAgent } from '#tests/support/shop.ts';
import { newPhone } from '#tests/support/world.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const set = readRetrievalSet();

describe('the questions of customers', () => {
  it('have their answer in one passage of the business', () => {
    const wrong = set.flatMap(({ documents, questions }) =>
      questions.filter(({ answer }) => {
        const passages = documents.flatMap((document) => document.passages);
        return passages.filter(({ text }) => text.includes(answer)).length !== 1;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('are many, over many documents', () => {
    expect(set.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(200);
    expect(set.flatMap(({ documents }) => documents).length).toBeGreaterThanOrEqual(40);
  });

  it('find their passage by words alone', async () => {
    const passages = postgresPassages(() => database.orm.em.fork());
    const places: number[] = [];
    for (const { documents, questions } of set) {
      const { accountId, agentId } = await openAgent(database.pool, newPhone() as Phone);
      for (const document of documents) {
        await passages.put(accountId, agentId, document, document.passages, []);
      }
      const find = findPassages({ passages, embedder: null });
      for (const question of questions) {
        const found = await find(accountId, agentId, question.text);
        places.push(
          placeOf(
            question,
            found.map(({ text }) => text),
          ),
        );
      }
    }
    const { recallAt5, mrrAt10 } = scoresOf(places);
    expect(recallAt5).toBeGreaterThanOrEqual(0.93);
    expect(mrrAt10).toBeGreaterThanOrEqual(0.84);
  });
});
