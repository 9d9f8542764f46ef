import type { Brief } from '#core/domain/prompt.ts';
import { clean } from '#core/domain/text.ts';
import type { LanguageModel, ModelReply } from '#core/ports/language-model.ts';
import { answer } from './answer.ts';
import type { Cut } from './pieces.ts';
import { cut } from './pieces.ts';
import { humanText } from './sentences.pt-br.ts';

const kept = 64;

/** Answers with the owner's own lines, found by their words: no key, no network, nothing invented. */
export const offlineAnswerer = (): LanguageModel => {
  const cuts = new Map<string, Cut>();

  /** Cutting a long text costs more than answering from it; the texts of the busiest businesses stay cut. */
  const cutOf = (text: string, documents: string): Cut => {
    const both = JSON.stringify([text, documents]);
    const known = cuts.get(both) ?? cut(text, documents);
    cuts.delete(both);
    cuts.set(both, known);
    const [oldest] = cuts.keys();
    if (cuts.size > kept && oldest !== undefined) cuts.delete(oldest);
    return known;
  };

  return {
    reply: async (brief, steps, onText) => {
      const handedOver = steps.some(({ call }) => call.name === 'hand-over');
      const reply = replyTo(brief, cutOf(brief.businessInfo, brief.passages.join('\n\n')), handedOver);
      if (reply.kind === 'text') onText?.(reply.text);
      return reply;
    },
  };
};

const replyTo = (brief: Brief, source: Cut, handedOver: boolean): ModelReply => {
  const { text, open, wantsPerson } = answer(brief, source);
  if (open === null) return { kind: 'text', text: text ?? brief.dontKnowText };
  if (brief.tools.includes('hand-over') && !handedOver) {
    const input = { reason: clean(open).slice(0, 200) };
    return { kind: 'calls', calls: [{ id: 'hand-over', name: 'hand-over', input }] };
  }
  if (wantsPerson) return { kind: 'text', text: humanText };
  return { kind: 'text', text: [text, brief.dontKnowText].filter(Boolean).join('\n\n') };
};
