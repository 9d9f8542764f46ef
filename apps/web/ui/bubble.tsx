import type { ReactNode } from 'react';

export type Speaker = 'customer' | 'us';

const looks: Record<Speaker, string> = {
  customer: 'justify-self-start rounded-bl-none border border-line bg-surface',
  us: 'justify-self-end rounded-br-none bg-accent-soft',
};

/** One message of a conversation; ours are tinted and stand at the right. */
export const Bubble = (props: { from: Speaker; who?: string; foot?: ReactNode; children: ReactNode }) => (
  <div className={`grid max-w-[85%] gap-1 rounded-card px-4 py-2.5 sm:max-w-[75%] ${looks[props.from]}`}>
    {props.who && <p className="font-semibold text-muted text-xs">{props.who}</p>}
    <div className="min-w-0 whitespace-pre-wrap break-words">{props.children}</div>
    {props.foot && <p className="justify-self-end text-muted text-xs tabular-nums">{props.foot}</p>}
  </div>
);
