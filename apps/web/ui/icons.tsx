/** Every drawing of the app: 24 units wide, drawn with one line in the colour of the words beside it. */
const strokes = {
  alert:
    'M12 9v4m0 3.5v.01M10.3 4.2 2.6 17.5A2 2 0 0 0 4.3 20.500h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z',
  back: 'm14 6-6 6 6 6',
  book: 'M5 19.500V5a2 2 0 0 1 2-2h12v18H6.5A1.5 1.5 0 0 1 5 19.500zm0 0A1.5 1.5 0 0 1 6.5 18H19M9 7.500h6',
  chat: 'M6 4h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-7l-5 4v-4a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  chevron: 'm7 10 5 5 5-5',
  circle: 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  dots: 'M12 5.500v.01M12 12v.01M12 18.500v.01',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eyeOff:
    'm4 4 16 16M9.5 6A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a17 17 0 0 1-3 3.700m-3 2.200a9 9 0 0 1-3.5.600c-6 0-9.5-6.5-9.5-6.500a17 17 0 0 1 3.5-4.200M10 10a3 3 0 0 0 4 4',
  file: 'M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7zm0 0v4h4M9 12.500h6M9 16.500h6',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm-2.5-11.500a2.5 2.5 0 1 1 3.6 2.200c-.7.4-1.1.9-1.1 1.800m0 3v.01',
  history: 'M4 12a8 8 0 1 0 2.5-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 1.8',
  image:
    'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm0 14 5-6 4 4.5 2.5-2.500L20 17.500M15.5 9.500v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-10v5.500M12 7.500v.01',
  link: 'M10 14a4 4 0 0 0 6 .500l3-3a4.2 4.2 0 0 0-6-6l-1.2 1.200M14 10a4 4 0 0 0-6-.500l-3 3a4.2 4.2 0 0 0 6 6l1.2-1.2',
  mic: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zm-6.5-3.500a6.5 6.5 0 0 0 13 0M12 18v3',
  pause: 'M9 6v12m6-12v12',
  pencil: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  phone: 'M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm3 15h2',
  plus: 'M12 5v14M5 12h14',
  power: 'M12 4v8m5-5.500a7.5 7.5 0 1 1-10 0',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2',
  send: 'M4 12 3 4l18 8-18 8zm0 0h8',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5.500m4-5.500v5.5',
  unlink:
    'm4 4 16 16M9 15l-1.5 1.500a3.7 3.7 0 0 1-5.2-5.200L4.5 9M15 9l1.5-1.500a3.7 3.7 0 0 1 5.2 5.200L19.5 15',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.500c.5-4 3.5-6 7.5-6s7 2 7.5 6',
} as const;

export type IconName = keyof typeof strokes;

/** Decoration only: the words beside it, or the label around it, say what it means. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'dots' ? 3 : 1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="shrink-0"
  >
    <path d={strokes[name]} />
  </svg>
);

export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
    <path
      className="fill-accent"
      d="M8 2h16a6 6 0 0 1 6 6v11a6 6 0 0 1-6 6H14l-7 5.2c-.8.6-2 0-2-1V24.200A6 6 0 0 1 2 19V8a6 6 0 0 1 6-6z"
    />
    <path
      className="fill-none stroke-on-accent"
      strokeWidth="2.6"
      strokeLinecap="round"
      d="M9.5 11h13M9.5 16.500h8"
    />
  </svg>
);
