import { cutAt, visible } from '#core/domain/disarm.ts';
import type { Line } from '#core/domain/message.ts';
import type { Brief } from '#core/domain/prompt.ts';
import { promptBounds } from '#core/domain/prompt.ts';
import { clean } from '#core/domain/text.ts';
import type { Found } from './choose.ts';
import { choose } from './choose.ts';
import { answerByFile } from './files.ts';
import type { Cut, Piece } from './pieces.ts';
import type { Question, Setting } from './question.ts';
import { questionsIn, understand } from './question.ts';
import { closingText, framed, greetingText, robotText, thanksText } from './sentences.pt-br.ts';
import { small } from './vocabulary.pt-br.ts';
import { flat } from './words.ts';

/** `text` answers what could be answered, if anything; `open` is the first question that could not. */
export type Answer = {
  readonly text: string | null;
  readonly open: string | null;
  readonly wantsPerson: boolean;
};

const remembered = 8;

/** What the owner's text has to say to the lines that wait for an answer. */
export const answer = (brief: Brief, cut: Cut): Answer => {
  const { past, waiting } = split(brief.conversation);
  const setting = { cut, names: [brief.agentName, cut.title], now: brief.now, zone: brief.timeZone };
  const before = past.reduce<Question | null>((earlier, text) => next(text, setting, earlier), null);
  return answerTo(waiting, setting, before, brief);
};

const answerTo = (
  waiting: readonly string[],
  setting: Setting,
  before: Question | null,
  brief: Brief,
): Answer => {
  const agentName = visible(clean(brief.agentName));
  const said: string[] = [];
  const open: string[] = [];
  let chatted: string | null = null;
  let earlier = before;
  for (const text of waiting) {
    const chat = smallTalk(text, agentName);
    if (chat === 'person') return { text: null, open: text, wantsPerson: true };
    if (chat !== null) {
      chatted = chat;
      continue;
    }
    const [question, found] = read(text, setting, earlier);
    earlier = question;
    const byFile = found.pieces.length === 0 ? answerByFile(text, brief) : null;
    if (byFile !== null) said.push(byFile);
    else if (found.pieces.length === 0) open.push(text);
    else said.push(framed(found.topic, [...new Set(found.pieces.map((piece) => shown(piece, question)))]));
  }
  const all = [...new Set(said)].join('\n\n');
  const asked = open.filter((text) => said.length === 0 || text.includes('?'));
  return {
    text:
      all === ''
        ? asked.length === 0
          ? (chatted ?? closingText)
          : null
        : cutAt(all, promptBounds.answerCharacters - 200),
    open: asked[0] ?? null,
    wantsPerson: false,
  };
};

/** What goes on from before may stand for itself: `e aceitam pix?` after a price. */
const read = (text: string, setting: Setting, earlier: Question | null): readonly [Question, Found] => {
  const question = understand(text, setting, earlier);
  const found = choose(question, setting.cut);
  if (found.pieces.length > 0 || earlier === null) return [question, found];
  const alone = understand(text, setting, null);
  const other = choose(alone, setting.cut);
  return other.pieces.length > 0 ? [alone, other] : [question, found];
};

const next = (text: string, setting: Setting, earlier: Question | null): Question | null => {
  const question = understand(text, setting, earlier);
  return question.topic === null && question.content.length === 0 ? earlier : question;
};

/** The customer's lines that wait, as questions, and those before them that may give them sense. */
const split = (conversation: readonly Line[]) => {
  const answered = conversation.findLastIndex(({ author }) => author !== 'customer') + 1;
  const questions = (lines: readonly Line[]) =>
    lines.filter(({ author }) => author === 'customer').flatMap(({ text }) => questionsIn(text));
  return {
    past: questions(conversation.slice(0, answered)).slice(-remembered),
    waiting: questions(conversation.slice(answered)).slice(-remembered),
  };
};

const smallTalk = (text: string, agentName: string): string | null => {
  const plain = flat(text)
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  const rest = `${plain} `.replace(small.greetingAhead, '').trim();
  if (small.robot.test(plain)) return robotText(agentName);
  if (small.human.test(plain)) return 'person';
  if (small.thanks.test(plain) && plain.split(' ').length <= 6) return thanksText;
  if (rest === '' || small.greeting.test(plain) || small.greeting.test(rest)) return greetingText(agentName);
  return small.closing.test(rest) ? closingText : null;
};

/** Its heading is said with a line that answers only together with it. */
const shown = ({ text, heading, own, whole }: Piece, { content, context }: Question): string => {
  const wanted = [...content, ...context];
  const alone =
    heading === null || whole || wanted.every((concept) => own.has(concept)) || wanted.length === 0;
  return alone ? text : `${heading}: ${text}`;
};
