import { CallFailed, sentenceOf } from './api.ts';
import type { Problems } from './ui/form.tsx';

/** Sentences about fields that are wrong, or nothing when all are right. */
export const problemsIn = (fields: Record<string, string | false | null>): Problems | undefined => {
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return wrong.length > 0 ? { fields: Object.fromEntries(wrong), sentence: null } : undefined;
};

/** What the server found wrong: beside the fields it named, or below the form. */
export const problemsFrom = (failed: unknown, otherwise: string): Problems => {
  const sentence = sentenceOf(failed, otherwise);
  const fields = failed instanceof CallFailed ? (failed.spoken?.fields ?? {}) : {};
  return { fields, sentence };
};

/** A form's text field, without blanks at its ends. */
export const typed = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
