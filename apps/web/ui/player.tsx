/** Something to listen to; nothing of it is loaded before it is wanted. */
export const Player = ({ label, src }: { label: string; src: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: what is said stands below it in words
  <audio controls preload="none" src={src} aria-label={label} className="my-1 h-11 w-64 max-w-full" />
);
