import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** A few messages that belong together, and when they were written. */
export const Conversation = (props: { title: string; detail: string; at: string; children: ReactNode }) => (
  <article aria-label={`${props.title}, ${props.at}`} className="rounded-card border border-line bg-surface">
    <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b px-4 py-3">
      <p>
        <strong className="tabular-nums">{props.title}</strong>{' '}
        <span className="text-muted text-sm">{props.detail}</span>
      </p>
      <p className="text-muted text-sm tabular-nums">{props.at}</p>
    </header>
    <div className="grid justify-items-start gap-3 p-4">{props.children}</div>
  </article>
);

/** What is to be said about a conversation, by nobody who takes part in it. */
export const Remark = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2 text-sm text-warning">
    <Icon name="info" />
    {children}
  </p>
);
