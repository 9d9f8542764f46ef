import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end } from '#adapters/embedded-postgres/postmaster.ts';

/** The temporary folder of one run: all it puts down lies here, to be found and removed whatever became of its owner. */
export const makeScratch = (): string => {
  const scratch = mkdtempSync(join(tmpdir(), 'prosa-run-'));
  chmodSync(scratch, 0o711);
  return scratch;
};

/** What a test that was cut off may have left: databases, browsers and servers that were started below it. */
export const sweepScratch = async (scratch: string) => {
  for (const pid of startedBelow(scratch)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  for (const dataDir of dataFolders(scratch, 3)) await end(dataDir, ['SIGQUIT', 'SIGKILL']);
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
};

/** Every process that inherited the run's temporary folder. Where there is no /proc the process groups have to do. */
const startedBelow = (scratch: string): number[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return (
          pid > 0 && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TMPDIR=${scratch}`)
        );
      } catch {
        return false;
      }
    });
};

const dataFolders = (folder: string, depth: number): string[] => {
  if (existsSync(join(folder, 'postmaster.pid'))) return [folder];
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => dataFolders(join(folder, entry.name), depth - 1));
};
