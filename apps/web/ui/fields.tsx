import type { ComponentProps, ReactNode } from 'react';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import type { FieldProps } from './field.tsx';
import { Field, inputLook } from './field.tsx';

type Input = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'name'>;

export const TextField = ({ label, help, error, ...input }: Input) => (
  <Field label={label} help={help} error={error}>
    {(wiring) => <input type="text" {...input} {...wiring} className={inputLook} />}
  </Field>
);

export const NumberField = (props: Input) => <TextField type="number" inputMode="numeric" {...props} />;

export const DateField = (props: Input) => <TextField type="date" {...props} />;

export const PasswordField = ({ label, help, error, ...input }: Input) => {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <div className="relative grid items-center">
          <input {...input} {...wiring} type={shown ? 'text' : 'password'} className={`${inputLook} pr-12`} />
          <span className="absolute right-0">
            <IconButton
              icon={shown ? 'eyeOff' : 'eye'}
              aria-label={shown ? 'Esconder senha' : 'Mostrar senha'}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
};

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'name'> & { children: ReactNode };

/** The platform's own: on a phone no replica is as good. */
export const Select = ({ label, help, error, ...select }: SelectProps) => (
  <Field label={label} help={help} error={error}>
    {(wiring) => <select {...select} {...wiring} className={inputLook} />}
  </Field>
);

type TextAreaProps = FieldProps & {
  value: string;
  onValue: (value: string) => void;
  rows: number;
  max: number;
  placeholder?: string;
  helpAbove?: boolean;
};

const number = new Intl.NumberFormat('pt-BR');

/** A counter appears once there is something to count against the limit. */
export const TextArea = ({
  label,
  help,
  error,
  value,
  onValue,
  max,
  helpAbove = false,
  ...area
}: TextAreaProps) => (
  <Field
    label={label}
    help={help}
    helpAbove={helpAbove}
    error={
      error ?? (value.length > max ? `Passou do limite de ${number.format(max)} caracteres.` : undefined)
    }
    aside={
      <span className="ml-auto shrink-0 tabular-nums">
        {number.format(value.length)}/{number.format(max)}
      </span>
    }
  >
    {(wiring) => (
      <textarea
        {...area}
        {...wiring}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={`${inputLook} resize-y`}
      />
    )}
  </Field>
);

/** Options of which one is taken, side by side. */
export const Choice = <Value extends string>(props: {
  legend: string;
  name: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onValue: (value: Value) => void;
}) => (
  <fieldset className="flex flex-wrap items-center gap-2">
    <legend className="sr-only">{props.legend}</legend>
    {(Object.entries(props.options) as [Value, string][]).map(([value, words]) => (
      <label
        key={value}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line bg-surface px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold"
      >
        <input
          type="radio"
          name={props.name}
          value={value}
          checked={props.value === value}
          onChange={() => props.onValue(value)}
          className="accent-accent"
        />
        {words}
      </label>
    ))}
  </fieldset>
);
