import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Form as RouterForm, useNavigation, useSubmit } from 'react-router-dom';
import { Button } from './button.tsx';
import type { IconName } from './icons.tsx';
import { Notice } from './notice.tsx';

/** What an action gives back when a form cannot be taken: a sentence per field, or one for the whole. */
export type Problems = {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly sentence: string | null;
};

type FormProps = Pick<ComponentProps<typeof RouterForm>, 'method' | 'action' | 'onSubmit'> & {
  problems?: Problems | undefined;
  children: ReactNode;
};

/** A column of fields, sent once however often its button is pressed. The first field that is wrong receives the focus. */
export const Form = ({ problems, children, method = 'post', ...form }: FormProps) => {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  const submit = useSubmit();
  const underWay = useRef(false);
  const sendOnce = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Known at once: a second click may come before the busy button is drawn.
    if (underWay.current) return;
    underWay.current = true;
    await submit(event.currentTarget).finally(() => {
      underWay.current = false;
    });
  };
  return (
    <RouterForm ref={element} method={method} noValidate className="grid gap-5" onSubmit={sendOnce} {...form}>
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
