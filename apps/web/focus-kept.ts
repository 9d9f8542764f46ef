import { useEffect, useRef } from 'react';

/** A button that was pressed goes with its row: without this, whoever has no mouse would start again at the top. */
export const useFocusKept = (count: number) => {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one goes, the button may have gone with it
  useEffect(() => {
    if (!(last.current instanceof Element) || last.current.isConnected) return;
    last.current = null;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [count]);
};
