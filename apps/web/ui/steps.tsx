import type { ReactNode } from 'react';

/** What to do, one after the other. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="grid list-decimal gap-3 pl-5 marker:font-semibold marker:text-accent">{children}</ol>
);
