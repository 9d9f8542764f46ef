import type { FocusEvent } from 'react';
import { Form, useSubmit } from 'react-router-dom';
import type { LocalDate } from '#core/domain/time.ts';
import { DateField, TextField } from '../../ui/fields.tsx';
import type { Range } from './range.ts';

type FiltersProps = { range: Range; phone: string; onPhone: (phone: string) => void };

/** The days go into the address, the phone narrows what is already here. */
export const Filters = ({ range, phone, onPhone }: FiltersProps) => {
  const submit = useSubmit();
  return (
    <Form
      role="search"
      aria-label="Filtrar mensagens"
      onChange={(event) => submit(event.currentTarget, { replace: true })}
      className="grid grid-cols-2 gap-4 sm:grid-cols-3"
    >
      <div className="col-span-2 sm:col-span-1">
        <TextField
          name=""
          type="search"
          inputMode="tel"
          label="Telefone"
          placeholder="Todos"
          value={phone}
          onChange={(event) => {
            event.stopPropagation();
            onPhone(event.target.value);
          }}
        />
      </div>
      <DateField
        name="inicio"
        label="De"
        defaultValue={range.from}
        max={range.until}
        onBlur={showAgain(range.from)}
      />
      <DateField
        name="fim"
        label="Até"
        defaultValue={range.until}
        min={range.from}
        onBlur={showAgain(range.until)}
      />
    </Form>
  );
};

/** A day that was cleared is the usual one again; only on leaving, since a date being typed is empty on its way. */
const showAgain = (date: LocalDate) => (event: FocusEvent<HTMLInputElement>) => {
  if (event.target.value === '') event.target.value = date;
};
