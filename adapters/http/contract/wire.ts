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
  const message = z.codec(z.object(schemas as Wire<D>), z.custom<Ours<D>>(), {
    decode: renaming(entries.map(([theirs, [ours]]) => [ours, theirs])) as never,
    encode: renaming(entries.map(([theirs, [ours]]) => [theirs, ours])) as never,
  });
  dictionaries.set(message, new Map(entries.map(([theirs, [ours]]) => [theirs, ours])));
  return message;
};

/** A copy under other names; what is undefined is left out. */
const renaming =
  (names: readonly (readonly [to: string, from: string])[]) => (values: Record<string, unknown>) => {
    const renamed: Record<string, unknown> = {};
    for (const [to, from] of names) if (values[from] !== undefined) renamed[to] = values[from];
    return renamed;
  };
