import { matchKeyword } from '#core/domain/keyword.ts';
import type { Brief } from '#core/domain/prompt.ts';
import { sentFileLine } from '#core/domain/sent-files.pt-br.ts';
import { fileAboveText, fileGoingText } from './sentences.pt-br.ts';

/** What is to be said to a question that a file answers: one that goes out now, or that the customer has already. */
export const answerByFile = (question: string, { files, filesGoing, conversation }: Brief): string | null => {
  const asked = matchKeyword(question, files)?.ids ?? [];
  const names = files.filter(({ id }) => asked.includes(id)).map(({ name }) => name);
  if (names.some((name) => filesGoing.includes(name))) return fileGoingText;
  const had = names.some((name) =>
    conversation.some(({ author, text }) => author === 'agent' && text.startsWith(sentFileLine(name, ''))),
  );
  return had ? fileAboveText : null;
};
