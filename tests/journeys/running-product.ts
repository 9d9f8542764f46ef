import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../support/database.ts';

export type RunningProduct = { readonly url: string; readonly stop: () => Promise<void> };

/** The product as `npm start` runs it, on a port, a database and a folder of its own; bursts are short. */
export const runProduct = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> => {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'prosa-journey-'));
  const child = spawn(process.execPath, ['apps/server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      BURST_WINDOW_MS: '300',
      LOG_LEVEL: 'error',
      ...settings,
    },
  });
  const url = await addressOf(child);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** It says where it can be reached once it can be reached. */
const addressOf = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (part) => {
      said += part;
      const address = /http:\/\/localhost:\d+/.exec(said);
      if (address) resolve(address[0]);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
