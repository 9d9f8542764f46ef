import type { ComponentProps, FormEvent } from 'react';
import { useState } from 'react';
import { taxIdLooksRight } from '#core/domain/tax-id.ts';
import type { FieldProps } from './field.tsx';
import { TextField } from './fields.tsx';
import type { Mask } from './masks.ts';
import { areaPhone, countryPhone, taxId } from './masks.ts';

type Masked = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'name' | 'defaultValue' | 'value'> & {
    defaultValue?: string;
  };

const MaskedField = ({ mask, defaultValue = '', onInput, ...field }: Masked & { mask: Mask }) => (
  <TextField
    {...field}
    defaultValue={mask(defaultValue)}
    onInput={(event) => {
      rewrite(event, mask);
      onInput?.(event);
    }}
  />
);

/** Shows the text through its mask; the caret stays after the character that was typed. */
const rewrite = ({ currentTarget: input }: FormEvent<HTMLInputElement>, mask: Mask) => {
  const own = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').length;
  const after = own(input.value) - own(input.value.slice(0, input.selectionStart ?? input.value.length));
  input.value = mask(input.value);
  let caret = input.value.length;
  while (caret > 0 && own(input.value.slice(caret)) < after) caret -= 1;
  input.setSelectionRange(caret, caret);
};

/** `(11) 98765-4321` for people's numbers, `55 11 98765-4321` for the agent's own. */
export const PhoneField = ({ withCountry = false, ...field }: Masked & { withCountry?: boolean }) => (
  <MaskedField
    type="tel"
    inputMode="tel"
    placeholder={withCountry ? '55 99 99999-9999' : '(99) 99999-9999'}
    {...field}
    mask={withCountry ? countryPhone : areaPhone}
  />
);

/** Turns red while typing, as soon as enough is typed to see that it cannot be right. */
export const TaxIdField = ({ error, ...field }: Masked) => {
  const [looksRight, setLooksRight] = useState(true);
  return (
    <MaskedField
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      {...field}
      mask={taxId}
      onInput={(event) => setLooksRight(taxIdLooksRight(event.currentTarget.value))}
      error={looksRight ? error : 'CPF ou CNPJ inválido. Verifique e tente novamente.'}
    />
  );
};
