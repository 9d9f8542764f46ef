import type { ReactNode } from 'react';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';

type EmptyProps = { icon: IconName; title: string; action?: ReactNode; children?: ReactNode };

/** Nothing here yet: what this is, why it is empty, and the one thing to do. */
export const Empty = ({ icon, title, action, children }: EmptyProps) => (
  <div className="grid justify-items-center gap-3 rounded-card border border-line border-dashed px-6 py-12 text-center">
    <span className="inline-flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent">
      <Icon name={icon} size={24} />
    </span>
    <p className="font-semibold text-lg">{title}</p>
    {children && <div className="max-w-[34rem] text-muted">{children}</div>}
    {action && <div className="mt-2">{action}</div>}
  </div>
);
