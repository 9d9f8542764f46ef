import type { Screen } from '../../paths.ts';
import { built, paths } from '../../paths.ts';
import { TextLink } from '../../ui/button.tsx';

const links = [
  ['terms', 'Termos de uso'],
  ['privacy', 'Privacidade'],
  ['support', 'Suporte'],
] as const satisfies readonly (readonly [Screen, string])[];

export const Footer = () => {
  const shown = links.filter(([screen]) => built.has(screen));
  if (shown.length === 0) return null;
  return (
    <footer className="mx-auto flex w-full max-w-[72rem] flex-wrap gap-6 px-4 pb-10 sm:px-6">
      {shown.map(([screen, words]) => (
        <TextLink key={screen} to={paths[screen]}>
          {words}
        </TextLink>
      ))}
    </footer>
  );
};
