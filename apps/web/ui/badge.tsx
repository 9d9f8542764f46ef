import type { ReactNode } from 'react';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'whatsapp';

const tones: Record<Tone, string> = {
  neutral: 'bg-canvas text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  whatsapp: 'bg-whatsapp text-on-whatsapp',
};

/** A state: the word first, the drawing second, the colour third. */
export const Badge = ({ tone, icon, children }: { tone: Tone; icon: IconName; children: ReactNode }) => (
  <span
    className={`inline-flex items-center gap-1.5 rounded-full py-1 pr-3 pl-2 font-semibold text-xs ${tones[tone]}`}
  >
    <Icon name={icon} size={16} />
    {children}
  </span>
);
