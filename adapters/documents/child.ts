import { Console } from 'node:console';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { readDocument } from './read-document.ts';

// Libraries that print would write into the answer.
globalThis.console = new Console(process.stderr);
// What is thrown beside the reading was thrown by the document too; the reading itself says how it ends.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const [memoryMax, timeMax] = process.argv.slice(2).map(Number);
new Worker(new URL('./watch.mjs', import.meta.url), { workerData: { memoryMax, timeMax } }).unref();

const answer = await readDocument(await buffer(process.stdin));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
