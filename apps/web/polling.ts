import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallFailed } from './api.ts';

const patienceMs = 20_000;
const longestWaitMs = 20_000;

/**
 * Asks again and again, one question at a time, while the tab is looked at. A question that failed is asked again a
 * little later each time, and at once when the network or the tab is back. A dead session leads to the login.
 */
export const usePolling = (ask: (signal: AbortSignal) => Promise<void>, everyMs: number | null): void => {
  const navigate = useNavigate();
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (everyMs === null) return;
    let left = false;
    let timer = 0;
    let failed = 0;
    let asking: AbortController | null = null;
    const round = async () => {
      window.clearTimeout(timer);
      if (asking || document.hidden) return;
      asking = new AbortController();
      const patience = window.setTimeout(giveUp, patienceMs, asking);
      try {
        await latest.current(asking.signal);
        failed = 0;
      } catch (problem) {
        failed += 1;
        if (!left) follow(problem);
      }
      window.clearTimeout(patience);
      asking = null;
      if (!left) timer = window.setTimeout(round, Math.min(everyMs * 2 ** failed, longestWaitMs));
    };
    const follow = (problem: unknown) => {
      if (problem instanceof Response) navigate(problem.headers.get('Location') ?? '/');
      else if (!(problem instanceof CallFailed)) console.error(problem);
    };
    const wake = () => void round();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    wake();
    return () => {
      left = true;
      asking?.abort();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    };
  }, [everyMs, navigate]);
};

/** Not an `AbortError`: a question without an answer is a call that failed. */
const giveUp = (asking: AbortController) =>
  asking.abort(new DOMException('No answer in time.', 'TimeoutError'));

/** Does it once more whenever the tab comes back into view. */
export const useWhenVisible = (refresh: () => void): void => {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const look = () => !document.hidden && latest.current();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
};
