import type { ReactNode, Ref } from 'react';
import { Icon } from './icons.tsx';

/** White around the code in both themes: cameras want the contrast. Null keeps its place for a code on its way. */
export const QrFrame = ({ image, alt }: { image: string | null; alt: string }) => (
  <div
    className={`mx-auto w-full max-w-[20rem] rounded-card border border-line p-4 ${image ? 'bg-paper' : 'bg-canvas'}`}
  >
    {image ? (
      <img
        src={image}
        alt={alt}
        width={288}
        height={288}
        className="aspect-square h-auto w-full [image-rendering:pixelated]"
      />
    ) : (
      <div className="grid aspect-square w-full max-w-full animate-breathe place-items-center text-muted sm:w-72">
        <Icon name="qr" size={48} />
      </div>
    )}
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
  warning: { ink: 'text-warning', icon: 'alert' },
  danger: { ink: 'text-danger', icon: 'alert' },
} as const;

/** What is going on right now, read aloud when it changes. */
export const Status = (props: {
  tone: keyof typeof marks;
  title: string;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}) => (
  <div ref={props.ref} role="status" tabIndex={-1} className="flex gap-3 rounded-control">
    <span className={`mt-0.5 ${marks[props.tone].ink} ${props.tone === 'busy' ? 'animate-breathe' : ''}`}>
      <Icon name={marks[props.tone].icon} />
    </span>
    <div className="grid gap-1">
      <p className="font-semibold">{props.title}</p>
      {props.children && <p className="text-muted text-sm">{props.children}</p>}
    </div>
  </div>
);
