import { useState } from 'react';
import { Button } from './button.tsx';

/** A text to take elsewhere, and the button that takes it. */
export const CopyBox = ({ text, label }: { text: string; label: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => selectAll(label));
    setCopied(true);
    setTimeout(() => setCopied(false), 3000);
  };
  return (
    <div className="grid gap-3">
      <textarea
        readOnly
        aria-label={label}
        value={text}
        rows={4}
        onFocus={(event) => event.currentTarget.select()}
        className="w-full resize-none rounded-control border border-line bg-canvas p-3 font-mono text-sm"
      />
      <Button look="quiet" icon={copied ? 'check' : 'copy'} onClick={copy}>
        <span aria-live="polite">{copied ? 'Copiado!' : 'Copiar código'}</span>
      </Button>
    </div>
  );
};

/** Where the clipboard is out of reach (no https), the text is marked, ready for the hand. */
const selectAll = (label: string) =>
  document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`)?.select();
