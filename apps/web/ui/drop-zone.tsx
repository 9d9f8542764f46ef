import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './icons.tsx';

type DropZoneProps = {
  /** The button's words. */
  label: string;
  accept: string;
  onFiles: (files: readonly File[]) => void;
  /** Where there is nothing yet: what this is for, and what to send. */
  invitation?: { readonly title: string; readonly words: string } | null;
  /** What may be sent. */
  children: ReactNode;
};

/**
 * Files by the machine's own way of choosing them, or dropped. The whole window takes them: a browser that is given a
 * file anywhere else would leave the page for it.
 */
export const DropZone = ({ label, accept, onFiles, invitation = null, children }: DropZoneProps) => {
  const over = useDroppedFiles(onFiles);
  return (
    <div
      data-over={over || undefined}
      className="grid justify-items-center gap-3 rounded-card border border-line-strong border-dashed bg-surface px-6 py-8 text-center data-over:border-accent data-over:bg-accent-soft"
    >
      {invitation && (
        <div className="mb-2 grid max-w-[34rem] justify-items-center gap-3">
          <span className="inline-flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent">
            <Icon name="upload" size={24} />
          </span>
          <p className="font-semibold text-lg">{invitation.title}</p>
          <p className="text-muted">{invitation.words}</p>
        </div>
      )}
      <p className="hidden font-semibold pointer-fine:block">
        {over ? 'Solte para enviar' : 'Arraste um arquivo para cá ou'}
      </p>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent transition-colors duration-150 ease-out hover:bg-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
        <Icon name="upload" />
        {label}
        <input
          type="file"
          multiple
          accept={accept}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file may be chosen again, once it was mended.
            currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </label>
      <div className="max-w-[34rem] text-muted text-sm">{children}</div>
    </div>
  );
};

const useDroppedFiles = (onFiles: (files: readonly File[]) => void): boolean => {
  const [over, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Null when the pointer leaves the window, and not just one element for another.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
};
