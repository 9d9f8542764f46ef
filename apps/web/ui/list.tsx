import type { ReactNode } from 'react';

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
    {children}
  </ul>
);

type ListItemProps = {
  /** Stands before the words. */
  picture?: ReactNode;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
};

export const ListItem = (props: ListItemProps) => (
  <li className="flex items-center justify-between gap-4 p-4">
    {props.picture}
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p className="break-words font-semibold tabular-nums">{props.title}</p>
      {props.children}
    </div>
    {props.action}
  </li>
);
