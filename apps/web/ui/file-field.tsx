import type { ComponentProps } from 'react';
import type { FieldProps } from './field.tsx';
import { Field, inputLook } from './field.tsx';

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'name' | 'type' | 'value'> & {
    /** Name of the file that is chosen. */
    chosen: string | undefined;
  };

/** The platform's own way of choosing lies unseen over our words: its own are in whatever language it speaks. */
export const FileField = ({ label, help, error, chosen, ...input }: FileFieldProps) => (
  <Field label={label} help={help} error={error}>
    {(wiring) => (
      <div className="relative min-w-0">
        <input
          {...input}
          {...wiring}
          type="file"
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <div
          aria-hidden="true"
          className={`${inputLook} flex items-center gap-3 peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-aria-invalid:border-danger peer-aria-invalid:ring-1 peer-aria-invalid:ring-danger`}
        >
          <span className="shrink-0 rounded-control bg-accent-soft px-3 py-1 font-semibold text-accent">
            Escolher
          </span>
          <span className={`min-w-0 truncate ${chosen === undefined ? 'text-muted' : ''}`}>
            {chosen ?? 'Nenhum arquivo escolhido'}
          </span>
        </div>
      </div>
    )}
  </Field>
);
