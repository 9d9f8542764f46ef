import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { TextButton, TextLink } from './button.tsx';
import { Mark } from './icons.tsx';

const widths = { narrow: 'max-w-[26rem]', reading: 'max-w-[44rem]', wide: 'max-w-[72rem]' } as const;

type PageProps = {
  /** The document's title; also the heading, unless `heading` says it otherwise. */
  title: string;
  heading?: ReactNode;
  lead?: ReactNode;
  width?: keyof typeof widths;
  /** Where the way back leads; `previous` is wherever one came from. */
  back?: { to: string; words: string } | 'previous';
  /** Stands beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Everything between the top bar and the end of a screen. After a navigation its heading is what is read first. */
export const Page = ({ title, heading, lead, width = 'wide', back, actions, children }: PageProps) => (
  <main id="conteudo" className={`mx-auto w-full px-4 pt-6 pb-16 sm:px-6 sm:pt-10 ${widths[width]}`}>
    <title>{`${title} · Prosa`}</title>
    {back && (
      <div className="-mt-3 mb-2">
        {back === 'previous' ? (
          <Previous />
        ) : (
          <TextLink to={back.to} icon="back">
            {back.words}
          </TextLink>
        )}
      </div>
    )}
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid max-w-[44rem] gap-2">
        <Heading>{heading ?? title}</Heading>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {actions}
    </div>
    {children}
  </main>
);

const Previous = () => {
  const navigate = useNavigate();
  return (
    <TextButton icon="back" onClick={() => navigate(-1)}>
      Voltar
    </TextButton>
  );
};

const Heading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const arrived = useRef('');
  useEffect(() => {
    const firstPage = key === 'default';
    if (!firstPage && arrived.current !== pathname) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    arrived.current = pathname;
  }, [key, pathname]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl">
      {children}
    </h1>
  );
};

/** The quiet bar on top: the name, and whatever a screen puts at its right. */
export const TopBar = ({ home, children }: { home: string; children?: ReactNode }) => (
  <header className="border-line border-b bg-surface">
    <div className="mx-auto flex min-h-16 w-full max-w-[72rem] items-center justify-between gap-4 px-4 sm:px-6">
      <Link to={home} className="flex min-h-11 items-center gap-2 rounded-control font-semibold text-lg">
        <Mark /> Prosa
      </Link>
      <div className="flex items-center gap-2">{children}</div>
    </div>
  </header>
);

export const SkipLink = () => (
  <a
    href="#conteudo"
    className="absolute top-2 left-2 z-50 -translate-y-24 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
  >
    Pular para o conteúdo
  </a>
);

export const SectionHeading = ({ children }: { children: ReactNode }) => (
  <h2 className="text-lg">{children}</h2>
);

/** Words that help but are not what the screen is about. */
export const Small = ({ children }: { children: ReactNode }) => (
  <p className="text-muted text-sm">{children}</p>
);

/** A number that would be hard to read over two lines. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-nowrap">{children}</span>
);

/** Thin line at the top while the next screen is on its way; it waits a moment before it shows. */
export const OnTheWay = () => (
  <div className="fixed inset-x-0 top-0 z-40 h-1 animate-appear">
    <div className="h-full animate-breathe bg-accent" />
  </div>
);
