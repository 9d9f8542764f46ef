import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { certainlyDead, newProcessId } from '#adapters/node/process-id.ts';
import { until } from '#tests/support/pipeline.ts';

const started: ChildProcess[] = [];
afterAll(() => {
  for (const process of started) process.kill('SIGKILL');
});

describe('a process id', () => {
  it('is never given twice, not even in one process', () => {
    expect(newProcessId()).not.toBe(newProcessId());
  });

  it('tells of this process that it lives', () => {
    expect(certainlyDead(newProcessId())).toBe(false);
  });

  it.each(['', 'a3f1c9', 'boot/pid:[1]time:[2]/7/99/r', '////'])('tells nothing where it is %j', (id) => {
    expect(certainlyDead(id)).toBe(false);
  });

  describe.runIf(existsSync('/proc/self/stat'))('where there is /proc', () => {
    it('tells a process that was killed from one that lives or is stopped', async () => {
      const { process, id } = await child();
      expect(certainlyDead(id)).toBe(false);
      process.kill('SIGSTOP');
      expect(certainlyDead(id)).toBe(false);
      process.kill('SIGKILL');
      await until(() => certainlyDead(id));
    });

    it('tells a process from a later one with its pid', () => {
      const parts = newProcessId().split('/');
      expect(certainlyDead(parts.with(3, '1').join('/'))).toBe(true);
    });

    it('tells nothing of another machine, of this one before it was started anew, or of another container', () => {
      const parts = newProcessId().split('/').with(2, '4000000');
      expect(certainlyDead(parts.join('/'))).toBe(true);
      expect(certainlyDead(parts.with(0, 'another').join('/'))).toBe(false);
      expect(certainlyDead(parts.with(1, 'pid:[1]').join('/'))).toBe(false);
    });
  });
});

// Helpers

const child = async () => {
  const script = `import { newProcessId } from '#adapters/node/process-id.ts';
    console.log(newProcessId()); setInterval(() => undefined, 1_000);`;
  const running = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(running);
  const [line] = await once(running.stdout, 'data');
  return { process: running, id: String(line).trim() };
};
