import type { ReactNode } from 'react';

export type MeterLook = 'normal' | 'warning' | 'reached';

const fills: Record<MeterLook, string> = {
  normal: 'bg-accent',
  warning: 'bg-warning-fill',
  reached: 'bg-danger',
};

type MeterProps = { label: string; value: number; max: number; look: MeterLook; children?: ReactNode };

/** How much of something is used up. */
export const Meter = ({ label, value, max, look, children }: MeterProps) => (
  <div className="grid gap-1.5">
    <div className="flex justify-between gap-4 text-sm">
      <span className="text-muted">{label}</span>
      <span className="font-semibold tabular-nums">
        {value}/{max}
      </span>
    </div>
    {/* biome-ignore lint/a11y/useSemanticElements: the platform's own cannot be given three looks in every browser */}
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={`${value} de ${max}`}
      data-look={look}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full rounded-full ${fills[look]}`}
        style={{ width: `${Math.min(100, (value / max) * 100)}%` }}
      />
    </div>
    {children}
  </div>
);
