import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { Button, IconButton } from './button.tsx';

type DialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/**
 * The platform's own dialog: it keeps the focus inside, gives it back, makes the page behind inert and
 * closes on Esc, with no style written into the page (which the page's policy forbids). A sheet on a phone.
 */
export const Dialog = ({ open, onClose, title, children }: DialogProps) => (
  <Modal open={open} onClose={onClose} title={title} role="dialog">
    <div className="absolute top-2 right-2">
      <IconButton icon="close" aria-label="Fechar" onClick={onClose} />
    </div>
    {children}
  </Modal>
);

type AlertDialogProps = DialogProps & {
  /** The verb, never "OK". */
  verb: string;
  busy?: boolean;
  onConfirm: () => void;
};

/** Danger is slow: the focus waits on Cancelar, and the red button says what it does. */
export const AlertDialog = ({ verb, busy = false, onConfirm, children, ...modal }: AlertDialogProps) => (
  <Modal {...modal} role="alertdialog">
    {children}
    <div className="mt-2 flex flex-wrap-reverse justify-end gap-3">
      <Button look="quiet" onClick={modal.onClose} autoFocus>
        Cancelar
      </Button>
      <Button
        look="danger"
        busy={busy}
        onClick={() => {
          endDoubleClick();
          onConfirm();
        }}
      >
        {verb}
      </Button>
    </div>
  </Modal>
);

/** A dialog that closes on the first click leaves the second one of a double click to whatever lies beneath: nobody meant that. */
const endDoubleClick = () => {
  const swallow = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The page may be another one by then.
  const page = document;
  page.addEventListener('click', swallow, { capture: true });
  setTimeout(() => page.removeEventListener('click', swallow, { capture: true }), doubleClickMs);
};

const doubleClickMs = 500;

const Modal = ({
  open,
  onClose,
  title,
  role,
  children,
}: DialogProps & { role: 'dialog' | 'alertdialog' }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open) element?.close();
  }, [open]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, and the dialog's own
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-words` : undefined}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="m-auto max-h-[90dvh] w-full max-w-[32rem] animate-rise overflow-y-auto overscroll-contain rounded-card bg-surface p-0 text-text shadow-float max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none"
    >
      <div className="relative grid gap-4 p-6">
        <h2 id={`${id}-title`} className="pr-10 text-lg">
          {title}
        </h2>
        <div id={`${id}-words`} className="grid gap-4">
          {children}
        </div>
      </div>
    </dialog>
  );
};
