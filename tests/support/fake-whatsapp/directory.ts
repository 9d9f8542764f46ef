import { type Phone, samePhone } from '#core/domain/phone.ts';
import { type Handset, handset, type Person } from './handset.ts';

/** Everybody who is on WhatsApp. */
export type Directory = {
  /** By number, with or without its ninth digit, or by LID. */
  find(user: string): Handset | undefined;
  /** The same handset for the same number or LID. */
  add(person: Partial<Person>): Handset;
};

export const directory = (): Directory => {
  const byUser = new Map<string, Handset>();
  const handsets = new Set<Handset>();
  let nextLid = 100_000_000_000_001;

  const find = (user: string): Handset | undefined =>
    byUser.get(user) ?? [...handsets].find(({ pn }) => pn !== null && samePhone(pn as Phone, user as Phone));

  return {
    find,
    add({ pn = null, lid, name = 'Maria' }) {
      const known = byUser.get(lid ?? pn ?? '');
      if (known) return known;
      const added = handset({ pn, lid: lid ?? String(nextLid++), name });
      handsets.add(added);
      byUser.set(added.lid, added);
      if (pn) byUser.set(pn, added);
      return added;
    },
  };
};
