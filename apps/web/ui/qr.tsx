import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** White around the code in both themes: cameras want the contrast. */
export const QrFrame = ({ image, alt }: { image: string; alt: string }) => (
  <div className="mx-auto w-full max-w-[20rem] rounded-card border border-line bg-paper p-4">
    <img
      src={image}
      alt={alt}
      width={288}
      height={288}
      className="aspect-square h-auto w-full [image-rendering:pixelated]"
    />
  </div>
);

/** Eight characters to type elsewhere, in two groups. */
export const BigCode = ({ code, label }: { code: string; label: string }) => {
  const plain = code.replace(/[^0-9A-Za-z]/g, '');
  const half = Math.ceil(plain.length / 2);
  return (
    <p className="rounded-card bg-accent-soft px-4 py-6 text-center">
      <span className="block text-muted text-sm">{label}</span>
      <span className="font-mono font-semibold text-2xl tracking-[0.15em]">
        {plain.slice(0, half)}-{plain.slice(half)}
      </span>
    </p>
  );
};

const marks = {
  busy: { ink: 'text-accent', icon: 'clock' },
  success: { ink: 'text-success', icon: 'check' },
  danger: { ink: 'text-danger', icon: 'alert' },
} as const;

/** What is going on right now, read aloud when it changes. */
export const Status = (props: { tone: keyof typeof marks; title: string; children?: ReactNode }) => (
  <div role="status" className="flex gap-3">
    <span className={`mt-0.5 ${marks[props.tone].ink} ${props.tone === 'busy' ? 'animate-breathe' : ''}`}>
      <Icon name={marks[props.tone].icon} />
    </span>
    <div className="grid gap-1">
      <p className="font-semibold">{props.title}</p>
      {props.children && <p className="text-muted text-sm">{props.children}</p>}
    </div>
  </div>
);
