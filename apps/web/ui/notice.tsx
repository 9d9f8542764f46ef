import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

const tones: Record<NoticeTone, { look: string; icon: IconName }> = {
  info: { look: 'bg-accent-soft', icon: 'info' },
  success: { look: 'bg-success-soft', icon: 'check' },
  warning: { look: 'bg-warning-soft', icon: 'alert' },
  danger: { look: 'bg-danger-soft', icon: 'alert' },
};
const inks: Record<NoticeTone, string> = {
  info: 'text-accent',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
};

type NoticeProps = {
  tone: NoticeTone;
  title?: string;
  /** Read aloud as soon as it appears. */
  urgent?: boolean;
  /** Stands at the end, on a line of its own on a phone. */
  action?: ReactNode;
  dismiss?: { label: string; now: () => void };
  children?: ReactNode;
};

/** Something to know, standing in the page. */
export const Notice = ({ tone, title, urgent = false, action, dismiss, children }: NoticeProps) => (
  <div role={urgent ? 'alert' : undefined} className={`flex gap-3 rounded-card p-4 ${tones[tone].look}`}>
    <span className={`mt-0.5 ${inks[tone]}`}>
      <Icon name={tones[tone].icon} />
    </span>
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        {title && <p className={`font-semibold ${inks[tone]}`}>{title}</p>}
        {children && <div className="text-sm">{children}</div>}
      </div>
      {action}
    </div>
    {dismiss && (
      <span className="-m-3">
        <IconButton icon="close" aria-label={dismiss.label} onClick={dismiss.now} />
      </span>
    )}
  </div>
);
