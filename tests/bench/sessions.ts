import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { until } from '#tests/support/pipeline.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import { cpuMs } from './processes.ts';
import type { Report } from './run.ts';
import { type Asked, benchPhone, type Said } from './sessions-client.ts';

const idleMs = 20_000;
const pairedAtOnce = 4;

type Figures = {
  readonly baseRssMb: number;
  readonly rssMbEach: number;
  readonly heapMbEach: number;
  readonly idleCpuPercent: number;
  readonly loginSecondsEach: number;
  readonly loginCpuSecondsEach: number;
  readonly messageMs: number;
};

/** Idle numbers in one process, against a WhatsApp in another: ours, and the bare library with keys in memory. */
export const bench = async ([count = '100']: readonly string[]): Promise<Report> => {
  const scratch = makeScratch();
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: join(scratch, 'postgres') });
    try {
      await migrate(url);
      const ours = await measure('ours', Number(count), url);
      const floor = await measure('floor', Number(count), '');
      const row = (name: string, figures: Figures) => [
        name,
        figures.baseRssMb.toFixed(0),
        figures.rssMbEach.toFixed(2),
        figures.heapMbEach.toFixed(2),
        figures.idleCpuPercent.toFixed(2),
        figures.loginSecondsEach.toFixed(2),
        figures.loginCpuSecondsEach.toFixed(2),
        figures.messageMs.toFixed(0),
      ];
      return {
        table: [
          [
            `${count} numbers`,
            ...['base RSS MB', 'RSS MB each', 'heap MB each', 'idle CPU %'],
            ...['pairing s each', 'CPU s each', 'in and out ms'],
          ],
          row('ours', ours),
          row('floor', floor),
        ],
        notes: [
          `Pairing and first login, ${pairedAtOnce} at a time; the processor shows a full core as 100 %.`,
          'The floor keeps its keys in memory and loses them, and messages, with its process.',
        ],
        figures: { count: Number(count), ours, floor },
      };
    } finally {
      await stop();
    }
  } finally {
    await sweepScratch(scratch);
  }
};

const measure = async (which: 'ours' | 'floor', count: number, databaseUrl: string): Promise<Figures> => {
  const whatsapp = await startFakeWhatsApp();
  const child = spawn(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'sessions-client.ts'), which, whatsapp.url, databaseUrl],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const ended = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const pids = [child.pid ?? 0];
  const connected = new Set<number>();
  let ready = false;
  let memory = { rssMb: 0, heapMb: 0 };
  let remembered = 0;
  child.on('message', (said: Said) => {
    if (said.kind === 'ready') ready = true;
    if (said.kind === 'connected') connected.add(said.n);
    if (said.kind === 'qr' && !connected.has(said.n))
      void whatsapp.scan(said.payload, whatsapp.person({ pn: benchPhone(said.n), name: 'Loja' }));
    if (said.kind === 'memory') {
      memory = said;
      remembered += 1;
    }
  });
  const ask = (asked: Asked) => void child.send(asked);
  const measured = async () => {
    const before = remembered;
    ask({ kind: 'memory' });
    await until(() => remembered > before, 60);
    return memory;
  };

  await until(() => ready, 60);
  const base = await measured();
  const [startedAt, cpuBefore] = [performance.now(), cpuMs(pids)];
  for (let n = 1; n <= count; n += 1) {
    await until(() => n - 1 - connected.size < pairedAtOnce, 60);
    ask({ kind: 'open', n });
  }
  await until(() => connected.size === count, 60);
  const seconds = (performance.now() - startedAt) / 1_000;
  const loginCpu = (cpuMs(pids) - cpuBefore) / 1_000;

  await measured();
  const idleFrom = cpuMs(pids);
  await sleep(idleMs);
  const idleCpu = cpuMs(pids) - idleFrom;
  const idle = await measured();

  const maria = whatsapp.person({ pn: '5521998887766', name: 'Maria' });
  const owner = whatsapp.person({ pn: benchPhone(Math.ceil(count / 2)) });
  const chat = maria.chatWith(owner.pn ?? '');
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const sentAt = performance.now();
    await whatsapp.write(maria, owner, { text: 'Quanto custa o corte?' });
    await until(() => chat.shown.filter(({ fromMe }) => fromMe).length > n);
    times.push(performance.now() - sentAt);
  }
  kill();
  await ended;
  process.off('exit', kill);
  await whatsapp.close();
  return {
    baseRssMb: base.rssMb,
    rssMbEach: (idle.rssMb - base.rssMb) / count,
    heapMbEach: (idle.heapMb - base.heapMb) / count,
    idleCpuPercent: (idleCpu / idleMs) * 100,
    loginSecondsEach: seconds / count,
    loginCpuSecondsEach: loginCpu / count,
    messageMs: times.sort((one, other) => one - other)[2] ?? Number.NaN,
  };
};
