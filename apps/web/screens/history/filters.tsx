import { Form, useSubmit } from 'react-router-dom';
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
      <DateField name="inicio" label="De" defaultValue={range.from} max={range.until} />
      <DateField name="fim" label="Até" defaultValue={range.until} min={range.from} />
    </Form>
  );
};
