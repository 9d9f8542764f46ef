import type { ReactNode } from 'react';

export const Card = ({ children, label }: { children: ReactNode; label?: string }) =>
  label ? (
    <article aria-label={label} className={look}>
      {children}
    </article>
  ) : (
    <div className={look}>{children}</div>
  );

const look = 'grid min-w-0 content-start gap-4 rounded-card border border-line bg-surface p-4 sm:p-6';

/** The first letter of a name, in a disc. */
export const Initial = ({ of }: { of: string }) => (
  <span
    aria-hidden="true"
    className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent text-lg uppercase"
  >
    {[...of.trim()][0] ?? '?'}
  </span>
);

/** A name, a line of explanation and a detail. */
export const Named = (props: { name: string; detail: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1">
    <h3 className="text-lg">{props.name}</h3>
    <p className="line-clamp-2 text-muted text-sm">{props.children}</p>
    <p className="text-muted text-sm tabular-nums">{props.detail}</p>
  </div>
);

/** A number and what it counts. */
export const Counter = ({ value, label }: { value: ReactNode; label: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="font-semibold text-xl tabular-nums leading-tight">{value}</dd>
  </div>
);

/** The same, small, inside a card. */
export const Figure = ({ value, label }: { value: ReactNode; label: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="font-semibold tabular-nums">{value}</dd>
  </div>
);

/** A strip of counters that breaks into two columns on a phone. */
export const Counters = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-3 gap-4 rounded-card border border-line bg-surface px-4 py-4 sm:grid-cols-5 sm:px-6">
    {children}
  </dl>
);
