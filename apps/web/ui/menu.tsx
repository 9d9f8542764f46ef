import type { KeyboardEvent, ReactNode } from 'react';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';

type MenuProps = { label: string; trigger: ReactNode; children: ReactNode };

const CloseMenu = createContext(() => {});

/** Actions behind a button: a list beside it on a desk, a sheet within reach of the thumb on a phone. */
export const Menu = ({ label, trigger, children }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    frame.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const outside = (event: Event) => !frame.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  return (
    <div ref={frame} className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 font-semibold text-muted transition-colors duration-150 hover:bg-accent-soft hover:text-text aria-expanded:bg-accent-soft"
      >
        {trigger}
      </button>
      {open && (
        <>
          <div aria-hidden="true" className="fixed inset-0 z-20 bg-shade sm:hidden" onPointerUp={close} />
          <div
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={(event) => moveOrClose(event, close)}
            className="fixed inset-x-0 bottom-0 z-30 max-h-[85dvh] animate-rise overflow-y-auto rounded-t-card border border-line bg-surface p-2 pb-6 shadow-float sm:absolute sm:inset-auto sm:top-full sm:right-0 sm:mt-1 sm:w-64 sm:rounded-card sm:pb-2"
          >
            <CloseMenu value={close}>{children}</CloseMenu>
          </div>
        </>
      )}
    </div>
  );
};

const moveOrClose = (event: KeyboardEvent<HTMLElement>, close: () => void) => {
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    return close();
  }
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
};

type ItemProps = { icon: IconName; danger?: boolean; children: ReactNode } & (
  | { to: string }
  | { onSelect: () => void }
);

export const MenuItem = ({ icon, danger = false, children, ...does }: ItemProps) => {
  const close = use(CloseMenu);
  const look = `flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left transition-colors duration-150 hover:bg-accent-soft focus-visible:bg-accent-soft ${danger ? 'text-danger' : ''}`;
  const inside = (
    <>
      <Icon name={icon} />
      {children}
    </>
  );
  return 'to' in does ? (
    <Link role="menuitem" to={does.to} className={look}>
      {inside}
    </Link>
  ) : (
    <button
      type="button"
      role="menuitem"
      className={look}
      onClick={() => {
        close();
        does.onSelect();
      }}
    >
      {inside}
    </button>
  );
};

export const MenuLine = () => <hr className="my-2 border-line" />;
