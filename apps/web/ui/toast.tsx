import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly detail: string | null;
  readonly bad: boolean;
};

/** Messages stay for three seconds, and as long as somebody points at them. */
export const toastMs = 3000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const show = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Callable from anywhere, as loaders and actions live outside of React. */
export const sayDone = (text: string) => add(text, null, false);
export const sayFailed = (text: string, detail: string | null = null) => add(text, detail, true);

const add = (text: string, detail: string | null, bad: boolean) => {
  lastId += 1;
  show([...toasts.slice(-2), { id: lastId, text, detail, bad }]);
};
const dismiss = (id: number) => show(toasts.filter((toast) => toast.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const Toaster = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 grid justify-items-center gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:justify-items-end"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
};

const ToastCard = ({ toast }: { toast: Toast }) => {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), toastMs);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the message, nothing is done by it
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-[26rem] animate-rise items-start gap-3 rounded-card border border-line bg-surface py-1 pl-4 shadow-float"
    >
      <span className={`mt-3 ${toast.bad ? 'text-danger' : 'text-success'}`}>
        <Icon name={toast.bad ? 'alert' : 'check'} />
      </span>
      <div className="grid gap-1 py-2.5">
        <p className="font-semibold">{toast.text}</p>
        {toast.detail && <p className="text-muted text-sm">{toast.detail}</p>}
      </div>
      <IconButton icon="close" aria-label="Dispensar mensagem" onClick={() => dismiss(toast.id)} />
    </div>
  );
};
