import type { ComponentProps } from 'react';
import type { FieldProps } from './field.tsx';
import { Field, inputLook } from './field.tsx';

type FileFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'name' | 'type' | 'value'>;

/** The platform's own: it says what was chosen, and is opened by the keyboard like any button. */
export const FileField = ({ label, help, error, ...input }: FileFieldProps) => (
  <Field label={label} help={help} error={error}>
    {(wiring) => (
      <input
        {...input}
        {...wiring}
        type="file"
        className={`${inputLook} file:mr-3 file:cursor-pointer file:rounded-control file:border-0 file:bg-accent-soft file:px-3 file:py-1 file:font-semibold file:text-accent`}
      />
    )}
  </Field>
);
