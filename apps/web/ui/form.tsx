import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Form as RouterForm, useNavigation } from 'react-router-dom';
import { Button } from './button.tsx';
import type { IconName } from './icons.tsx';
import { Notice } from './notice.tsx';

/** What an action gives back when a form cannot be taken: a sentence per field, or one for the whole. */
export type Problems = {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly sentence: string | null;
};

type FormProps = Pick<ComponentProps<typeof RouterForm>, 'method' | 'action'> & {
  problems?: Problems | undefined;
  children: ReactNode;
};

/** A column of fields. The first field that is wrong receives the focus. */
export const Form = ({ problems, children, method = 'post', ...form }: FormProps) => {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return (
    <RouterForm ref={element} method={method} noValidate className="grid gap-5" {...form}>
      {children}
      {problems?.sentence && (
        <Notice tone="danger" urgent>
          {problems.sentence}
        </Notice>
      )}
    </RouterForm>
  );
};

type SubmitProps = { icon?: IconName; look?: 'primary' | 'whatsapp'; busyText: string; children: ReactNode };

export const SubmitButton = ({ children, ...button }: SubmitProps) => (
  <Button type="submit" busy={useNavigation().state === 'submitting'} {...button}>
    {children}
  </Button>
);
