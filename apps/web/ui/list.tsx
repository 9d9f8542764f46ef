import type { ReactNode } from 'react';

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
    {children}
  </ul>
);

export const ListItem = (props: { title: string; action?: ReactNode; children?: ReactNode }) => (
  <li className="flex items-center justify-between gap-4 p-4">
    <div className="grid min-w-0 gap-0.5">
      <p className="font-semibold tabular-nums">{props.title}</p>
      {props.children}
    </div>
    {props.action}
  </li>
);
