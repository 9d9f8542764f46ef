import { fuse, withinBudget } from '#core/domain/ranking.ts';
import type { Ports } from '#core/ports/index.ts';
import type { FoundPassage } from '#core/ports/passage-store.ts';

export const foundBounds = { passages: 8, characters: 6_000, question: 1_000 } as const;

/** Looked at by each of the two ways before they are put together. */
const candidates = 20;

/** Words that score less than this part of the best one's are chance. */
const leastOfTheBest = 0.3;

/** Texts that have nothing to do with each other still have a cosine of 0.1 to 0.2. */
const leastCosine = 0.3;

/**
 * What an agent's documents tell about a question, best first. Trouble with meaning leaves the words; only a database
 * that cannot be read at all is thrown, as it would be to the turn that asks.
 */
export const findPassages =
  ({ embedder, passages }: Pick<Ports, 'embedder' | 'passages'>) =>
  async (accountId: number, agentId: number, question: string): Promise<readonly FoundPassage[]> => {
    const asked = question.slice(0, foundBounds.question).toWellFormed();
    const byMeaning = async (): Promise<readonly FoundPassage[]> => {
      const [meaning] = (await embedder?.embed([asked])) ?? [];
      return meaning ? passages.findByMeaning(accountId, agentId, meaning, candidates) : [];
    };
    if (asked.trim() === '') return [];
    const [words, meant] = await Promise.all([
      passages.findByWords(accountId, agentId, asked, candidates),
      byMeaning().catch(() => []),
    ]);
    return together(
      nearEnough(words),
      meant.filter(({ score }) => score >= leastCosine),
    );
  };

const nearEnough = (found: readonly FoundPassage[]): readonly FoundPassage[] => {
  const best = found[0]?.score ?? 0;
  return found.filter(({ score }) => score >= best * leastOfTheBest);
};

const together = (
  words: readonly FoundPassage[],
  meant: readonly FoundPassage[],
): readonly FoundPassage[] => {
  const byId = new Map([...meant, ...words].map((passage) => [passage.id, passage]));
  const rankings = [words, meant].filter((ranking) => ranking.length > 0);
  const ranked = fuse(rankings.map((ranking) => ranking.map(({ id }) => id))).flatMap(
    ({ passage, score }) => {
      const found = byId.get(passage);
      return found ? [{ ...found, score }] : [];
    },
  );
  return withinBudget(ranked, foundBounds.characters).slice(0, foundBounds.passages);
};
