import type { Clock } from '#core/ports/clock.ts';
import { apiRoot, type Contract } from '../contract/contract.ts';
import type { Exchange } from '../exchange.ts';
import { type LinkSigns, linkLastsMs, type signedLinks } from '../signed-links.ts';

export type FileLinks = {
  readonly links: ReturnType<typeof signedLinks>;
  readonly clock: Pick<Clock, 'now'>;
};

/** Links to the files that this call opens. The path is signed: a link to one kind of file opens none of another. */
export const fileLinks = ({ links, clock }: FileLinks, { path }: Pick<Contract, 'path'>) => {
  const fileOf = (id: string): string => path.replace(':id', id);
  return {
    /** The same link for ten minutes, and good for ten more: a list that is read again loads and interrupts nothing. */
    linkTo: (accountId: number, id: number): string => {
      const expiresAt = new Date((Math.floor(clock.now().getTime() / linkLastsMs) + 2) * linkLastsMs);
      const file = fileOf(String(id));
      return `${apiRoot}${file}?${new URLSearchParams(links.linkFor({ accountId, file }, expiresAt))}`;
    },

    /** Whose file the link opens that was followed, or null where it opens none. */
    ownerOf: (ctx: Exchange): number | null =>
      links.accountOf(fileOf(ctx.params.id ?? ''), ctx.query as Partial<LinkSigns>, clock.now()),
  };
};
