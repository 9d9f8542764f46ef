import type { ReactNode, Ref } from 'react';
import { useEffect, useRef } from 'react';
import { Icon } from './icons.tsx';

/** A phone drawn on the page; on a real phone it takes the width there is. */
export const PhoneFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="flex h-[min(42rem,85dvh)] min-h-[26rem] flex-col overflow-hidden rounded-[1.5rem] border-[6px] border-text/80 bg-canvas shadow-float dark:border-line"
  >
    {children}
  </section>
);

export const PhoneBar = (props: { title: string; detail: string; onBack?: () => void }) => (
  <div className="flex min-h-16 items-center gap-2 bg-whatsapp px-3 text-on-whatsapp">
    {props.onBack && (
      <button
        type="button"
        aria-label="Voltar às conversas"
        onClick={props.onBack}
        className="inline-flex size-11 items-center justify-center rounded-control hover:bg-whatsapp-strong"
      >
        <Icon name="back" />
      </button>
    )}
    <div className="min-w-0">
      <h2 className="truncate font-semibold">{props.title}</h2>
      <p className="truncate text-xs">{props.detail}</p>
    </div>
  </div>
);

export const PhoneScroll = ({ children }: { children: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto bg-surface">{children}</div>
);

export const ChatRow = (props: { title: string; detail: string; at: string; onOpen: () => void }) => (
  <li className="border-line border-t">
    <button
      type="button"
      onClick={props.onOpen}
      className="grid w-full gap-0.5 px-4 py-3 text-left hover:bg-canvas"
    >
      <span className="flex justify-between gap-4">
        <span className="font-semibold tabular-nums">{props.title}</span>
        <span className="text-muted text-xs tabular-nums">{props.at}</span>
      </span>
      <span className="truncate text-muted text-sm">{props.detail}</span>
    </button>
  </li>
);

/** The messages; it follows the newest one down. */
export const PhoneLog = (props: { label: string; length: number; children: ReactNode }) => {
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what it follows
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [props.length]);
  return (
    <div
      ref={log}
      role="log"
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="grid min-h-0 flex-1 content-start gap-2 overflow-y-auto p-4"
    >
      {props.children}
    </div>
  );
};

export const PhoneFoot = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-2 border-line border-t bg-surface p-2">{children}</div>
);

/** Enter sends, Shift+Enter breaks the line; the box grows with the text. */
export const MessageBox = (props: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}) => (
  <textarea
    ref={props.ref}
    aria-label={props.label}
    placeholder="Mensagem"
    rows={1}
    value={props.value}
    onChange={(event) => props.onValue(event.target.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }}
    className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-card border border-line-strong bg-surface px-3 py-2 text-base"
  />
);
