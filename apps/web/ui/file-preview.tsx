import { useState } from 'react';
import { Icon } from './icons.tsx';

type FilePreviewProps = { href: string; picture: boolean; label: string };

/** A small picture of a file, or a drawing where there is none; it leads to the file. */
export const FilePreview = ({ href, picture, label }: FilePreviewProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      className="inline-flex size-16 shrink-0 items-center justify-center self-start overflow-hidden rounded-control border border-line bg-canvas text-muted hover:border-line-strong hover:text-text"
    >
      {picture && broken !== href ? (
        <img
          src={href}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(href)}
        />
      ) : (
        <Icon name={picture ? 'image' : 'file'} size={24} />
      )}
    </a>
  );
};
