/** The shape of what is coming. It shows only when the wait is long enough to be noticed. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div aria-hidden="true" className="grid animate-appear gap-3">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks without identity
      <div key={line} className="h-6 animate-breathe rounded-control bg-line last:w-2/3" />
    ))}
  </div>
);

/** A whole screen on its way: bar, heading, cards. */
export const ScreenSkeleton = () => (
  <div className="animate-appear" role="status" aria-label="Carregando">
    <div className="h-16 border-line border-b bg-surface" />
    <div className="mx-auto grid max-w-[72rem] animate-breathe gap-6 px-4 pt-10 sm:px-6">
      <div className="h-8 w-48 rounded-control bg-line" />
      <div className="h-24 rounded-card bg-line" />
      <div className="grid gap-6 md:grid-cols-2">
        <div className="h-56 rounded-card bg-line" />
        <div className="h-56 rounded-card bg-line" />
      </div>
    </div>
  </div>
);
