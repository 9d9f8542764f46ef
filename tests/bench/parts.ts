import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds by the part of the server that spent them. */
export type Parts = ReadonlyMap<string, number>;

const places: readonly (readonly [part: string, files: RegExp])[] = [
  ['model client', /node_modules\/openai|adapters\/openai/],
  ['database client', /node_modules\/(pg|@mikro-orm)|adapters\/postgres/],
  ['simulated WhatsApp', /adapters\/whatsapp-simulator/],
  ['HTTP in', /node_modules\/(koa|@koa|co-body|raw-body|prom-client|zod)|adapters\/http/],
  ['core and loops', /\/core\/|\/apps\//],
];

type Frame = { readonly functionName: string; readonly url: string };
type ProfileNode = { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] };
type Profile = {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** Reads what `--cpu-prof` left in a folder, between two moments of `performance.now`'s clock on this machine. */
export const serverParts = (folder: string, from: bigint, to: bigint): Parts => {
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  const { nodes, startTime, samples, timeDeltas }: Profile = JSON.parse(
    readFileSync(join(folder, file), 'utf8'),
  );
  const parts = partsOf(nodes);
  const spent = new Map<string, number>();
  let at = startTime;
  samples.forEach((node, n) => {
    const took = timeDeltas[n] ?? 0;
    at += took;
    if (at < Number(from / 1_000n) || at > Number(to / 1_000n)) return;
    const part = parts.get(node) ?? 'node';
    spent.set(part, (spent.get(part) ?? 0) + took / 1_000);
  });
  return spent;
};

/** A frame of node's own belongs to whoever called it. */
const partsOf = (nodes: readonly ProfileNode[]): ReadonlyMap<number, string> => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const visit = (node: ProfileNode, inherited: string) => {
    const part = partOf(node.callFrame) ?? inherited;
    parts.set(node.id, part);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, part);
    }
  };
  const [root] = nodes;
  if (root) visit(root, 'node');
  return parts;
};

const partOf = ({ functionName, url }: Frame): string | null => {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(idle)') return 'idle';
  return places.find(([, files]) => files.test(url))?.[0] ?? null;
};

export type Statement = { readonly name: string; readonly count: number; readonly milliseconds: number };

/** Reads the durations in PostgreSQL's log, by prepared statement or by first words; commits to disk are not in them. */
export const statements = (dataDir: string): readonly Statement[] => {
  const folder = join(dataDir, 'log');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const totals = new Map<string, { count: number; milliseconds: number }>();
  const lines = /duration: ([\d.]+) ms {2}(parse|bind|execute|statement)(?: (\S+))?: \s*([^\n]*)/g;
  for (const [, took, step, name, words = ''] of text.matchAll(lines)) {
    const key = name && name !== '<unnamed>' ? name : words.trim().slice(0, 40);
    const total = totals.get(key) ?? { count: 0, milliseconds: 0 };
    total.milliseconds += Number(took);
    if (step === 'execute' || step === 'statement') total.count += 1;
    totals.set(key, total);
  }
  return [...totals]
    .map(([name, total]) => ({ name, ...total }))
    .sort((one, other) => other.milliseconds - one.milliseconds);
};
