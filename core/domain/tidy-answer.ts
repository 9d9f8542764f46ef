import { cutAt, visible } from './disarm.ts';
import { promptBounds } from './prompt.ts';
import { clean } from './text.ts';

/** A model's answer as it is sent: plain text in WhatsApp's own marks, at most 1,500 characters, whole sentences. */
export const tidyAnswer = (text: string): string =>
  cutAtSentence(
    withoutMarkdown(visible(clean(cutAt(text, 4 * promptBounds.answerCharacters)))),
    promptBounds.answerCharacters,
  );

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(```|~~~).*$/gm, '')
    .replaceAll(/!?\[([^\][\n]*)\]\(\s*<?([^\s()<>]+)>?[^()\n]*\)/g, (_, label: string, url: string) =>
      label.trim() === '' || label.trim() === url ? url : `${label.trim()}: ${url}`,
    )
    .replaceAll(/^[ \t]*([-*_])([ \t]*\1){2,}[ \t]*$/gm, '')
    .replaceAll(/^([ \t]*)[*+][ \t]+/gm, '$1- ')
    .replaceAll(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '*$2*')
    .replaceAll(/^[ \t]*#{1,6}[ \t]+\**([^\n]*?)\**[ \t]*#*$/gm, (_, title: string) =>
      title === '' ? '' : `*${title}*`,
    )
    .replaceAll(/`([^`\n]+)`/g, '$1')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Ends after the last whole sentence or line, or after the last word where that would lose too much. */
const cutAtSentence = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const cut = cutAt(text, max);
  const sentence = Math.max(cut.search(/[.!?…](?=\s[^.!?…]*$)/) + 1, cut.lastIndexOf('\n'));
  if (sentence > max / 2) return cut.slice(0, sentence).trimEnd();
  const word = cut.search(/\s\S*$/);
  return (word > max / 2 ? cut.slice(0, word) : cut).trimEnd();
};
