import { useCallback, useEffect, useState } from 'react';
import type { Answered } from '#adapters/http/contract/request.ts';
import { qrError, qrWords, whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { CallFailed, call } from '../../api.ts';
import { usePolling } from '../../polling.ts';

/** Where a connection stands, as its screen tells it. */
export type Stage =
  | { readonly at: 'starting' }
  | { readonly at: 'waiting' }
  | { readonly at: 'qr'; readonly image: string }
  | { readonly at: 'connected' }
  | { readonly at: 'expired' }
  | { readonly at: 'failed'; readonly title: string; readonly detail: string | null };

const qrEveryMs = 2000;
const over: readonly Stage['at'][] = ['connected', 'failed', 'expired'];

/** Starts the session, then asks for the QR code every two seconds until the matter is settled. */
export const useConnection = (agent: { id: number; phone: string }) => {
  const [stage, setStage] = useState<Stage>({ at: 'starting' });
  const which = { phone: agent.phone, agentId: agent.id };
  usePolling(
    async () => {
      if (stage.at === 'starting') {
        setStage(await call(whatsapp.start, which).then(stageOfStart, startFailed));
      } else {
        setStage(await call(whatsapp.qr, which).then(stageOfQr, stillWaiting(stage)));
      }
    },
    over.includes(stage.at) ? null : qrEveryMs,
  );
  return { stage, retry: () => setStage({ at: 'starting' }) };
};

const stageOfStart = ({ state }: Answered<typeof whatsapp.start>): Stage => ({
  at: state === 'connected' ? 'connected' : 'waiting',
});

const startFailed = (problem: unknown): Stage => {
  if (!(problem instanceof CallFailed)) throw problem;
  return { at: 'failed', title: 'Erro ao iniciar sessão.', detail: problem.spoken?.sentence ?? null };
};

export const stageOfQr = (text: string): Stage => {
  if (text.startsWith('data:image')) return { at: 'qr', image: text };
  if (text === qrWords.connected) return { at: 'connected' };
  if (text === qrWords.expired) return { at: 'expired' };
  if (text.startsWith(qrError)) {
    return { at: 'failed', title: 'Não foi possível conectar.', detail: text.slice(qrError.length) };
  }
  return { at: 'waiting' };
};

/** One question that got lost on the way changes nothing. */
const stillWaiting =
  (stage: Stage) =>
  (problem: unknown): Stage => {
    if (!(problem instanceof CallFailed)) throw problem;
    return stage;
  };

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
