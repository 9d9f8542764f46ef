import * as z from 'zod/mini';

type Dictionary = Record<string, readonly [ours: string, schema: z.core.$ZodType]>;
type Wire<D extends Dictionary> = { [K in keyof D]: D[K][1] };
type Ours<D extends Dictionary> = { [K in keyof D as D[K][0]]: z.output<D[K][1]> };

const dictionaries = new WeakMap<object, ReadonlyMap<string, string>>();

/** Our name of a message's field, told by its name on the wire. */
export const ourName = (message: z.core.$ZodType, theirs: string): string | undefined =>
  dictionaries.get(message)?.get(theirs);

/** A bilingual message: the Portuguese field on the wire → [our field, what it holds]. Works in both directions. */
export const wire = <const D extends Dictionary>(dictionary: D) => {
  const entries = Object.entries(dictionary);
  const schemas = Object.fromEntries(entries.map(([theirs, [, schema]]) => [theirs, schema]));
  const pick = (from: object, names: (readonly [to: string, from: string])[]) => {
    const values = from as Record<string, unknown>;
    return Object.fromEntries(
      names.filter(([, key]) => values[key] !== undefined).map(([to, key]) => [to, values[key]]),
    );
  };
  const message = z.codec(z.object(schemas as Wire<D>), z.custom<Ours<D>>(), {
    decode: (theirs) =>
      pick(
        theirs,
        entries.map(([key, [ours]]) => [ours, key]),
      ) as Ours<D>,
    encode: (ours) =>
      pick(
        ours,
        entries.map(([key, [name]]) => [key, name]),
      ) as never,
  });
  dictionaries.set(message, new Map(entries.map(([theirs, [ours]]) => [theirs, ours])));
  return message;
};
