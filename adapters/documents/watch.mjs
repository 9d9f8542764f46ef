import { workerData } from 'node:worker_threads';

/**
 * Ends the process from a thread of its own, which a busy reader cannot hold up: the heap's limit does not count
 * buffers, and whoever started the process may be gone. Plain JavaScript, so that the thread need not load what strips
 * types before it keeps watch.
 */
const { memoryMax, timeMax } = workerData;
const endsAt = performance.now() + timeMax;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryMax || performance.now() > endsAt)
    process.kill(process.pid, 'SIGKILL');
}, 20);
