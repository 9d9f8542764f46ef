import { randomUUID } from 'node:crypto';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { startWorker } from '#apps/server/loops.ts';
import { runWorker } from '#core/application/conversation/run-worker.ts';
import { deaf } from '#tests/support/deaf.ts';

const [url = '', modelUrl = ''] = process.argv.slice(2);

/** A worker in a process of its own, for killing. */
const database = await openDatabase(url, { connections: 10 });
const path = messagePath(database, url);
const failed = (error: unknown) => console.error(error instanceof Error ? error.message : error);
await path.signals.start();
await startWorker(
  runWorker(
    {
      ...path,
      ...deaf,
      clock: { now: () => new Date(), elapsedMs: () => performance.now() },
      embedder: null,
      languageModel: openaiLanguageModel({ apiKey: 'test', baseUrl: modelUrl }),
    },
    { workerId: randomUUID(), width: 8, worked: () => undefined, failed },
  ),
  path.signals,
  { failed, rearmed: () => undefined },
);
