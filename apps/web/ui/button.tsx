import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';

export type Look = 'primary' | 'quiet' | 'danger' | 'whatsapp';

const shape =
  'inline-flex min-h-11 max-w-full items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold transition-colors duration-150 ease-out';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  quiet: 'border border-line bg-surface text-text hover:border-line-strong',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
  whatsapp: 'bg-whatsapp text-on-whatsapp hover:bg-whatsapp-strong',
};
const off = 'cursor-not-allowed border border-line bg-canvas text-muted';

type Inside = { look?: Look; icon?: IconName; children: ReactNode };

type ButtonProps = Inside &
  Omit<ComponentProps<'button'>, 'className' | 'children'> & {
    busy?: boolean;
    /** Said instead of the words while busy; the button keeps its width. */
    busyText?: string;
  };

/** `aria-disabled` keeps a button that cannot be used reachable, so that its words can say why. */
export const Button = ({
  look = 'primary',
  icon,
  busy = false,
  busyText,
  children,
  ...rest
}: ButtonProps) => {
  const unusable = rest.disabled || rest['aria-disabled'] === true;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy || unusable ? (event) => event.preventDefault() : rest.onClick}
      className={`${shape} ${unusable ? off : looks[look]}`}
    >
      <BusyWords busy={busy} busyText={busyText}>
        {icon && <Icon name={icon} />}
        {children}
      </BusyWords>
    </button>
  );
};

/** Both texts lie in one place, so that the longer one gives the width whichever is shown. */
const BusyWords = (props: { busy: boolean; busyText: string | undefined; children: ReactNode }) => {
  const layer = 'col-start-1 row-start-1 flex items-center justify-center gap-2';
  if (props.busyText === undefined) return props.children;
  return (
    <span className="grid">
      <span aria-hidden={props.busy} className={`${layer} ${props.busy ? 'invisible' : ''}`}>
        {props.children}
      </span>
      <span aria-hidden={!props.busy} className={`${layer} ${props.busy ? '' : 'invisible'}`}>
        {props.busyText}
      </span>
    </span>
  );
};

export const ButtonLink = ({ look = 'primary', icon, to, children }: Inside & { to: string }) => (
  <Link to={to} className={`${shape} ${looks[look]}`}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
);

const squareLook =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-150 hover:bg-accent-soft hover:text-text';

/** A square with a drawing and no words: the label is what it is called. */
export const IconButton = (
  props: Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
    icon: IconName;
    'aria-label': string;
  },
) => {
  const { icon, ...rest } = props;
  return (
    <button type="button" {...rest} className={squareLook}>
      <Icon name={icon} />
    </button>
  );
};

type TextLinkProps = { to: string; icon?: IconName; newTab?: boolean; children: ReactNode };

/** A link inside a sentence, or a quiet one beside things. */
export const TextLink = ({ to, icon, newTab = false, children }: TextLinkProps) => (
  <Link
    to={to}
    target={newTab ? '_blank' : undefined}
    className={icon ? wordsLook : 'font-semibold text-accent underline underline-offset-4 hover:decoration-2'}
  >
    {icon && <Icon name={icon} />}
    {children}
  </Link>
);

/** Looks like a link and does something. */
export const TextButton = (props: { icon?: IconName; onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={props.onClick} className={wordsLook}>
    {props.icon && <Icon name={props.icon} />}
    {props.children}
  </button>
);

const wordsLook =
  'inline-flex min-h-11 items-center gap-1 rounded-control font-semibold text-accent hover:underline';

/** Opens the machine's own way of choosing (or, on a phone, taking) a file. */
export const FileButton = (props: {
  icon: IconName;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}) => (
  <label
    className={`${squareLook} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent`}
  >
    <Icon name={props.icon} />
    <input
      type="file"
      aria-label={props.label}
      accept={props.accept}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) props.onFile(file);
        currentTarget.value = '';
      }}
    />
  </label>
);

export const SendButton = ({ label }: { label: string }) => (
  <button
    type="submit"
    aria-label={label}
    className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-whatsapp text-on-whatsapp hover:bg-whatsapp-strong"
  >
    <Icon name="send" />
  </button>
);
