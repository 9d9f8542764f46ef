import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** Asks again and again, one question at a time, while the tab is looked at. A dead session leads to the login. */
export const usePolling = (ask: (signal: AbortSignal) => Promise<void>, everyMs: number | null): void => {
  const navigate = useNavigate();
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (everyMs === null) return;
    const leaving = new AbortController();
    let timer = 0;
    const round = async () => {
      if (!document.hidden) await latest.current(leaving.signal).catch(follow);
      if (!leaving.signal.aborted) timer = window.setTimeout(round, everyMs);
    };
    const follow = (problem: unknown) => {
      if (problem instanceof Response) navigate(problem.headers.get('Location') ?? '/');
      else if (!leaving.signal.aborted) console.error(problem);
    };
    void round();
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [everyMs, navigate]);
};

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
