import type { CustomerMessage } from '#core/domain/message.ts';
import { patienceWith } from '#core/domain/patience.ts';
import { robotPauseEnd } from '#core/domain/pause.ts';
import { pictureMark } from '#core/domain/prompt.pt-br.ts';
import type { Brief } from '#core/domain/prompt.ts';
import { type CustomerFacts, type Decision, decideReply, type Step } from '#core/domain/reply.ts';
import { apologyText, dontKnowText, fixedTexts, holdOnText } from '#core/domain/reply-texts.pt-br.ts';
import { sourceOf } from '#core/domain/source.ts';
import { isActiveAt } from '#core/domain/subscription.ts';
import { wordsOf } from '#core/domain/text.ts';
import { tidyAnswer } from '#core/domain/tidy-answer.ts';
import { day } from '#core/domain/time.ts';
import type { Claim, Ending, FileOfTurn, OpenTurn } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { FoundPassage } from '#core/ports/passage-store.ts';
import { findPassages } from '../knowledge/find-passages.ts';
import { audioLimitOf, type HearingNeeds, hear } from './hear.ts';
import { canSee, type SeeingNeeds, type Seen, see } from './see.ts';
import { fileFacts, filesToSend } from './send-files.ts';
import { think } from './think.ts';

/** How work on a conversation ended: `fenced` when somebody else had it by then, and nothing was done. */
export type Worked = 'nothing-waits' | 'fenced' | 'later' | Ending['outcome'];

type Needs = HearingNeeds &
  SeeingNeeds &
  Pick<Ports, 'clock' | 'conversations' | 'embedder' | 'languageModel' | 'passages' | 'signals'>;

/** A turn that killed its worker this often is given up, so that the next message is answered. */
export const attemptsBeforePoison = 3;

/** One turn, from its messages to its outcome: load the facts, decide, perform. */
export const answerCustomer =
  (ports: Needs) =>
  async (claim: Claim): Promise<Worked> => {
    const turn = await ports.conversations.openTurn(claim, ports.clock.now());
    if (turn === null) return 'nothing-waits';
    if (turn.attempts > attemptsBeforePoison)
      return close(ports, turn, { ...silence, outcome: 'poison', notice: 'ai-failed' });
    return perform(ports, turn, decideReply(factsOf(turn, sensesOf(ports, turn), ports.clock.now())));
  };

const perform = async (ports: Needs, turn: OpenTurn, decision: Decision): Promise<Worked> => {
  const now = ports.clock.now();
  switch (decision.kind) {
    case 'reply':
      return reply(ports, turn, decision.steps);
    case 'say':
      return close(ports, turn, {
        ...silence,
        outcome: decision.reason ?? 'answered',
        texts: [fixedTexts[decision.text]],
        told: decision.text === 'cannot-hear' ? decision.text : null,
      });
    case 'stay-silent': {
      const isNewRobot = decision.reason === 'robot' && turn.paused !== 'robot';
      return close(ports, turn, {
        ...silence,
        outcome: decision.reason,
        robotUntil: isNewRobot ? robotPauseEnd(now) : null,
        notice: isNewRobot ? 'robot' : decision.reason === 'late' ? 'late-messages' : null,
      });
    }
    case 'transcribe':
      return hearFirst(ports, turn);
    case 'ignore':
    case 'obey':
    case 'step-back':
      throw new Error(`A turn of a customer cannot end as ${decision.kind}.`);
  }
};

/** A transcript is a text like any other: with it the turn is decided anew. */
const hearFirst = async (ports: Needs, turn: OpenTurn): Promise<Worked> => {
  const hearing = await hear(ports, turn);
  if (hearing.kind === 'fenced') return 'fenced';
  const decided = () =>
    perform(ports, hearing.turn, decideReply(factsOf(hearing.turn, deaf(ports, turn), ports.clock.now())));
  return hearing.kind === 'later' ? wait(ports, hearing.turn, hearing, decided) : decided();
};

type Senses = { readonly canHear: boolean; readonly canSee: boolean };

/** Whether anything can be heard at all; how much of the month is left is known only once it is taken. */
const sensesOf = (ports: Needs, turn: OpenTurn): Senses => ({
  canHear: ports.transcriber !== null && audioLimitOf(turn) !== 0,
  canSee: canSee(ports, turn),
});

const blind: Senses = { canHear: false, canSee: false };
const deaf = (ports: Needs, turn: OpenTurn): Senses => ({ ...sensesOf(ports, turn), canHear: false });

/** Tries the turn again later, or does what is left to do when that has been tried often enough. */
const wait = async (
  ports: Needs,
  turn: OpenTurn,
  { retryAfterSeconds }: { readonly retryAfterSeconds: number | null },
  giveUp: () => Promise<Worked>,
  files: readonly FileOfTurn[] = [],
): Promise<Worked> => {
  const now = ports.clock.now();
  const patience = patienceWith({
    now,
    openedAt: turn.openedAt,
    failures: turn.failures,
    toldToHoldOnAt: turn.toldToHoldOnAt,
    retryAfterSeconds,
    spread: (turn.id % 97) / 97,
  });
  if (patience.kind === 'give-up') return giveUp();
  const asked = await ports.conversations.retryTurn(
    turn,
    patience.at,
    { files, holdOnText: patience.askToHoldOn ? holdOnText : null },
    now,
  );
  ports.signals.raise('outbox');
  return asked ? 'later' : 'fenced';
};

/** A keyword alone is answered by its files; with more, the model is told what goes out with its answer. */
const reply = async (ports: Needs, turn: OpenTurn, steps: readonly Step[]): Promise<Worked> => {
  const going = filesToSend(turn, steps);
  return steps.some(({ kind }) => kind === 'answer')
    ? answer(ports, turn, going)
    : close(ports, turn, { ...silence, outcome: 'answered', files: going });
};

const answer = async (ports: Needs, turn: OpenTurn, going: readonly FileOfTurn[]): Promise<Worked> => {
  const seen = await see(ports, turn);
  if (seen.size === 0 && turn.messages.every(({ text }) => !text))
    return perform(ports, turn, decideReply(factsOf(turn, blind, ports.clock.now())));
  const passages = turn.agent.hasDocuments
    ? await findPassages(ports)(turn.claim.accountId, turn.agent.id, questionOf(turn))
    : [];
  const brief = {
    ...briefOf(turn, seen, ports.clock.now()),
    passages: passages.map(passageText),
    filesGoing: going.map(({ name }) => name),
  };
  const thought = await think(ports, turn, brief, going);
  const now = ports.clock.now();
  switch (thought.kind) {
    case 'answer': {
      const text = tidyAnswer(thought.text) || turn.agent.dontKnowText || dontKnowText;
      return close(ports, turn, {
        ...silence,
        outcome: thought.handedOver ? 'no-source' : 'answered',
        files: thought.files,
        texts: [text],
        sources: passages.map(sourceOf),
        notice: thought.handedOver ? 'handed-over' : null,
      });
    }
    case 'unavailable':
      return wait(
        ports,
        turn,
        thought,
        () => close(ports, turn, { ...apology(turn, ports.clock.now()), files: going }),
        going,
      );
    case 'failed':
      return close(ports, turn, { ...apology(turn, now), files: going });
    case 'fenced':
      return 'fenced';
  }
};

const close = async (
  { conversations, clock, signals }: Needs,
  turn: OpenTurn,
  ending: Ending,
): Promise<Worked> => {
  const closed = await conversations.closeTurn(turn, ending, clock.now());
  if (!closed) return 'fenced';
  if (ending.texts.length + ending.files.length > 0) signals.raise('outbox');
  return ending.outcome;
};

const silence = { files: [], texts: [], sources: [], notice: null, robotUntil: null, told: null } as const;

/** Said once in six hours: a second apology for the same outage only annoys. */
const apology = (turn: OpenTurn, now: Date): Ending => {
  const apologisedLately = turn.history.some(
    (line) =>
      line.author === 'agent' && line.text === apologyText && now.getTime() - line.at.getTime() < day / 4,
  );
  return {
    ...silence,
    outcome: 'ai-failed',
    texts: apologisedLately ? [] : [apologyText],
    notice: 'ai-failed',
  };
};

/** Where booking will bring facts of its own, they have their place here. */
const factsOf = (turn: OpenTurn, { canHear, canSee: sees }: Senses, now: Date): CustomerFacts => ({
  from: 'customer',
  paused: turn.paused,
  agentOnline: turn.agent.online,
  planActive: isActiveAt(now, turn.subscription),
  test: turn.test,
  ageMs: now.getTime() - Math.max(...turn.messages.map((message) => message.sentAt.getTime())),
  repliesLastMinute: turn.repliesLastMinute,
  sameTextCount: turn.sameTextCount,
  audio: audioFacts(turn, canHear, now),
  wordless: turn.messages.every(({ kind, text }) => !text && !(sees && kind === 'image')),
  ...fileFacts(turn, now),
  bookingServiceId: null,
});

const audioFacts = (
  { messages, toldCannotHearAt }: OpenTurn,
  canHear: boolean,
  now: Date,
): CustomerFacts['audio'] => {
  const unheard = messages.filter((message) => message.kind === 'audio' && message.text === null);
  if (unheard.length === 0) return null;
  return {
    longestSeconds: Math.max(...unheard.map((message) => message.audioSeconds ?? 0)),
    canHear,
    toldToday: toldCannotHearAt !== null && now.getTime() - toldCannotHearAt.getTime() < day,
  };
};

/** A question as short as `e o masculino?` means what was asked before it, too. */
const questionOf = ({ messages, history }: OpenTurn): string => {
  const asked = messages.flatMap(({ text }) => text ?? []).join('\n');
  const before = history.findLast(({ author }) => author === 'customer')?.text;
  return before && wordsOf(asked).length < wordsOfAWholeQuestion ? `${asked}\n${before}` : asked;
};
const wordsOfAWholeQuestion = 4;

/** With its place, since a row of a price list says little without what stands over it. */
const passageText = ({ documentName, headings, page, text }: FoundPassage): string =>
  `${[documentName, page === null ? '' : `p. ${page}`, ...headings].filter(Boolean).join(' › ')}\n${text}`;

const briefOf = (turn: OpenTurn, seen: Seen, now: Date): Brief => ({
  agentName: turn.agent.name,
  description: turn.agent.description,
  businessInfo: turn.agent.businessInfo,
  dontKnowText: turn.agent.dontKnowText || dontKnowText,
  passages: [],
  files: turn.files,
  filesGoing: [],
  conversation: [...turn.history, ...turn.messages.flatMap((message) => lineOf(message, seen))],
  pictures: [...seen.values()],
  now,
  timeZone: turn.timeZone,
  tools: turn.files.length > 0 ? ['hand-over', 'send-file'] : ['hand-over'],
});

const lineOf = ({ id, text, sentAt }: CustomerMessage, seen: Seen): Brief['conversation'] => {
  const words = [seen.has(id) ? pictureMark : '', text].filter(Boolean).join(' ');
  return words ? [{ author: 'customer', text: words, at: sentAt }] : [];
};
