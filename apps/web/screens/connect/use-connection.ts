import { useCallback, useEffect, useState } from 'react';
import type { ConnectionProblem } from '#adapters/http/contract/connection.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { qrError, qrWords, whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { CallFailed, call } from '../../api.ts';
import { wayOutOf } from '../../connection-words.ts';
import { usePolling } from '../../polling.ts';

/** Where a connection stands, as its screen tells it. */
export type Stage =
  | { readonly at: 'starting' }
  | { readonly at: 'waiting' }
  | { readonly at: 'qr'; readonly image: string }
  /** The code is gone and nothing is wrong: a phone has read it. */
  | { readonly at: 'linking' }
  | { readonly at: 'reconnecting' }
  | { readonly at: 'connected' }
  | { readonly at: 'ended'; readonly problem: ConnectionProblem; readonly until: Date | null }
  | { readonly at: 'failed'; readonly title: string; readonly detail: string | null };

const qrEveryMs = 2000;
const over: readonly Stage['at'][] = ['connected', 'ended', 'failed'];
/** A start that gets lost once is asked for again before it counts as failed. */
const mostLostStarts = 2;

/** Starts the session, then asks for the QR code every two seconds until the matter is settled. */
export const useConnection = (agent: { id: number; phone: string }, again: boolean) => {
  const [stage, setStage] = useState<Stage>({ at: 'starting' });
  const [lost, setLost] = useState(0);
  const which = { phone: agent.phone, agentId: agent.id };
  const ask = async (signal: AbortSignal): Promise<Stage> => {
    if (stage.at === 'starting') {
      const before = again ? null : await call(whatsapp.status, which, signal).catch(nullIfFailed);
      const hopeless = before && inVain(before);
      return hopeless ?? stageOfStart(await call(whatsapp.start, which, signal), before?.paired ?? false);
    }
    const text = await call(whatsapp.qr, which, signal);
    if (text.startsWith('data:image')) return { at: 'qr', image: text };
    // The text says the least: what else there is to know, the status says. Without it the text has to do.
    const status = await call(whatsapp.status, which, signal).catch(nullIfFailed);
    return status ? stageOfStatus(status, stage) : stageOfText(text, stage);
  };
  usePolling(
    async (signal) => {
      try {
        setStage(await ask(signal));
        setLost(0);
      } catch (problem) {
        if (!(problem instanceof CallFailed)) throw problem;
        if (stage.at === 'starting' && (said(problem) || lost + 1 >= mostLostStarts)) {
          return setStage(startFailed(problem));
        }
        setLost((times) => times + 1);
        throw problem;
      }
    },
    over.includes(stage.at) ? null : qrEveryMs,
  );
  return { stage, lost };
};

/** An answer, if not the one hoped for. What stands between us and the server answers 502 to 504. */
const said = ({ status }: CallFailed): boolean => status !== 0 && status < 502;

const nullIfFailed = (problem: unknown): null => {
  if (problem instanceof CallFailed) return null;
  throw problem;
};

/** Where trying again cannot help, or would harm a number that is blocked, opening the screen only tells so. */
const inVain = ({ problem, until }: Answered<typeof whatsapp.status>): Stage | null =>
  problem && wayOutOf({ problem, until }, new Date()) === null ? { at: 'ended', problem, until } : null;

/** A number that is linked already comes back without a code. */
const stageOfStart = ({ state }: Answered<typeof whatsapp.start>, paired: boolean): Stage => ({
  at: state === 'connected' ? 'connected' : paired ? 'reconnecting' : 'waiting',
});

const startFailed = (problem: CallFailed): Stage => ({
  at: 'failed',
  title: 'Erro ao iniciar sessão.',
  detail: problem.spoken?.sentence ?? null,
});

const stageOfStatus = (status: Answered<typeof whatsapp.status>, before: Stage): Stage => {
  if (status.connected) return { at: 'connected' };
  if (status.state === 'connecting') return status.paired ? { at: 'reconnecting' } : goingOn(before);
  if (status.problem) return { at: 'ended', problem: status.problem, until: status.until };
  return { at: 'failed', title: 'O WhatsApp está desconectado.', detail: 'Comece de novo quando quiser.' };
};

const stageOfText = (text: string, before: Stage): Stage => {
  if (text === qrWords.connected) return { at: 'connected' };
  if (text === qrWords.expired) return { at: 'ended', problem: 'expired', until: null };
  if (text.startsWith(qrError)) {
    return { at: 'failed', title: 'Não foi possível conectar.', detail: text.slice(qrError.length) };
  }
  return before.at === 'reconnecting' ? before : goingOn(before);
};

const goingOn = ({ at }: Stage): Stage => ({ at: at === 'qr' || at === 'linking' ? 'linking' : 'waiting' });

/** Seconds left, from `seconds` down to 0 while it runs; null once it was stopped. */
export const useCountdown = (seconds: number, running: boolean, atZero: () => void) => {
  const [left, setLeft] = useState<number | null>(seconds);
  const stop = useCallback(() => setLeft(null), []);
  useEffect(() => {
    if (!running || left === null) return;
    if (left === 0) return atZero();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [running, left, atZero]);
  return { left, stop };
};
