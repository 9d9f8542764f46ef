import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** Words that open when they are wanted: the platform's own accordion. */
export const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group rounded-card border border-line">
    <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-card px-4 py-2 font-semibold text-sm [&::-webkit-details-marker]:hidden">
      {title}
      <span className="transition-transform duration-150 group-open:rotate-180">
        <Icon name="chevron" />
      </span>
    </summary>
    <div className="grid justify-items-start gap-4 border-line border-t p-4">{children}</div>
  </details>
);

/** A text to look at, line breaks and all. */
export const Sample = ({ children }: { children: string }) => (
  <p className="w-full whitespace-pre-wrap text-muted text-sm">{children}</p>
);
