import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { living } from '#adapters/embedded-postgres/postmaster.ts';
import { until } from '#tests/support/pipeline.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import { answers } from './ours.ts';
import { commandOf, descendantsOf, familyOf, freePort, pssMb } from './processes.ts';
import type { Report } from './run.ts';

const idleMs = 5_000;

type Start = { readonly seconds: number; readonly nodeMb: number; readonly databaseMb: number };

/** `npm start`, with everything installed, until it is ready; first without a data folder, then with what that left. */
export const bench = async ([times = '3']: readonly string[]): Promise<Report> => {
  const starts: (readonly [absent: Start, present: Start])[] = [];
  for (let n = 0; n < Number(times); n += 1) {
    const scratch = makeScratch();
    try {
      starts.push([await start(scratch), await start(scratch)]);
    } finally {
      await sweepScratch(scratch);
    }
  }
  const [absent, present] = [
    middle(starts.map(([first]) => first)),
    middle(starts.map(([, second]) => second)),
  ];
  const row = (name: string, { seconds, nodeMb, databaseMb }: Start) => [
    name,
    seconds.toFixed(2),
    ...[nodeMb, databaseMb, nodeMb + databaseMb].map((mb) => mb.toFixed(0)),
  ];
  return {
    table: [
      ['npm start, data folder', 's to /readyz', 'idle PSS MB node', 'PostgreSQL', 'together'],
      row('absent', absent),
      row('present', present),
    ],
    notes: ['Goals: 2 s, 250 MB. npm itself, which waits beside the server, is not counted.'],
    figures: { absent, present },
  };
};

const start = async (scratch: string): Promise<Start> => {
  const port = await freePort();
  const dataDir = join(scratch, 'data');
  const environment = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', TMPDIR: scratch };
  const begunAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = once(npm, 'exit');
  await until(() => answers(`http://127.0.0.1:${port}/readyz`), 60);
  const seconds = (performance.now() - begunAt) / 1_000;
  await sleep(idleMs);
  const node = descendantsOf(npm.pid ?? 0).filter((pid) => commandOf(pid).includes('apps/server/main.ts'));
  const postmaster = living(join(dataDir, 'postgres'))?.pid ?? 0;
  const measured = { seconds, nodeMb: pssMb(node), databaseMb: pssMb(familyOf(postmaster)) };
  for (const pid of node) process.kill(pid, 'SIGTERM');
  await ended;
  return measured;
};

const middle = (starts: readonly Start[]): Start => {
  const of = (pick: (start: Start) => number) =>
    starts.map(pick).sort((one, other) => one - other)[Math.floor(starts.length / 2)] ?? Number.NaN;
  return {
    seconds: of(({ seconds }) => seconds),
    nodeMb: of(({ nodeMb }) => nodeMb),
    databaseMb: of(({ databaseMb }) => databaseMb),
  };
};
