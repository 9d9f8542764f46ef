import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A name for this process that no other has, and that tells another process of the same machine whether it still runs:
 * boot, namespaces, pid, start time. Without `/proc` it tells nothing.
 */
export const newProcessId = (): string =>
  [...(placeOfThisProcess() ?? []), randomBytes(12).toString('hex')].join('/');

/** Whether it ran on this machine, since the machine was started, and does not run any more. */
export const certainlyDead = (processId: string): boolean => {
  const here = placeOfThisProcess();
  const [boot, namespaces, pid, startedAt, random] = processId.split('/');
  if (!here || random === undefined || boot !== here[0] || namespaces !== here[1]) return false;
  if (!exists(Number(pid))) return true;
  // Somebody else's process may be hidden in /proc: what cannot be read may live.
  const found = stat(pid ?? '');
  return found !== null && (found.startedAt !== startedAt || found.state === 'Z' || found.state === 'X');
};

const placeOfThisProcess = (): readonly [string, string, string, string] | null => {
  const own = stat('self');
  // A /proc of other namespaces would name other processes.
  if (own?.pid !== String(process.pid)) return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespaces = `${readlinkSync('/proc/self/ns/pid')}${clockNamespace()}`;
    return [boot, namespaces, own.pid, own.startedAt];
  } catch {
    return null;
  }
};

/** Start times are told by the reader's clock; kernels before 5.6 have only one. */
const clockNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/time');
  } catch {
    return '';
  }
};

/** The command's name may hold anything, spaces and parentheses too: what matters is before and after it. */
const stat = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid: text.slice(0, text.indexOf(' ')), state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return null;
  }
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
};
