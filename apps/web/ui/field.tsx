import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from './icons.tsx';

/** What every field has: its name in the form and for people, help below it, and what is wrong in words. */
export type FieldProps = {
  name: string;
  label: string;
  help?: ReactNode;
  error?: string | undefined;
};

type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FrameProps = Pick<FieldProps, 'label' | 'help' | 'error'> & {
  /** Stands at the right of the help, as a counter does. */
  aside?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
};

/** Label above, help below, then the error in words; a screen reader hears all three with the field. */
export const Field = ({ label, help, error, aside, children }: FrameProps) => {
  const id = useId();
  const told = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {children({ id, 'aria-describedby': told || undefined, 'aria-invalid': error ? true : undefined })}
      <p id={`${id}-error`} aria-live="polite" className="flex gap-1.5 text-danger text-sm empty:hidden">
        {error && <Icon name="alert" />}
        {error}
      </p>
      {(help || aside) && (
        <div className="flex justify-between gap-4 text-muted text-sm">
          <div id={`${id}-help`}>{help}</div>
          {aside}
        </div>
      )}
    </div>
  );
};

export const inputLook =
  'min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-text placeholder:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger read-only:border-line read-only:bg-canvas read-only:text-muted disabled:border-line disabled:bg-canvas disabled:text-muted';
