/** `npm run bench -- NAME`: a table for people, and the same on one JSON line for machines. */
const benches: Readonly<
  Record<string, () => Promise<{ bench(options: readonly string[]): Promise<Report> }>>
> = {
  message: () => import('./message.ts'),
  retrieval: () => import('./retrieval.ts'),
  sessions: () => import('./sessions.ts'),
  start: () => import('./start.ts'),
};

export type Report = {
  readonly table: readonly (readonly string[])[];
  readonly notes: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
};

const [name = '', ...options] = process.argv.slice(2);
const load = benches[name];
if (!load) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}

const aligned = (table: Report['table']): string => {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  ');
  return table.map(line).join('\n');
};

const { table, notes, figures } = await (await load()).bench(options);
console.log(`\n${aligned(table)}\n`);
for (const note of notes) console.log(note);
console.log(JSON.stringify({ bench: name, ...figures }));
process.exit(0);
