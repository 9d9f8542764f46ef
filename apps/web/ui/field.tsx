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
  /** Help for a tall field stands above it, where it is read first. */
  helpAbove?: boolean;
  children: (wiring: Wiring) => ReactNode;
};

/** Label above, help below, then the error in words; a screen reader hears all three with the field. */
export const Field = ({ label, help, error, aside, helpAbove = false, children }: FrameProps) => {
  const id = useId();
  const told = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {helpAbove && (
        <div id={`${id}-help`} className="text-muted text-sm">
          {help}
        </div>
      )}
      {children({ id, 'aria-describedby': told || undefined, 'aria-invalid': error ? true : undefined })}
      <p id={`${id}-error`} aria-live="polite" className="flex gap-1.5 text-danger text-sm empty:hidden">
        {error && <Icon name="alert" />}
        {error}
      </p>
      {((help && !helpAbove) || aside) && (
        <div className="flex flex-wrap justify-between gap-x-4 text-muted text-sm">
          {!helpAbove && <div id={`${id}-help`}>{help}</div>}
          {aside}
        </div>
      )}
    </div>
  );
};

export const inputLook =
  'min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-text placeholder:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger [&[readonly]]:border-line [&[readonly]]:bg-canvas [&[readonly]]:text-muted disabled:border-line disabled:bg-canvas disabled:text-muted';
