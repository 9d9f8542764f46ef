import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderShelf } from '#adapters/files/folder-shelf.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prosa-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the folder of files', () => {
  it('is for nobody else to read', async () => {
    const shelf = await folderShelf(join(root, 'files'));
    await shelf.put('7/12/a', new Uint8Array(9), 'text/plain');
    const modes = ['files', 'files/7', 'files/7/12', 'files/7/12/a'].map(
      (path) => statSync(join(root, path)).mode,
    );
    expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0, 0, 0]);
  });

  it('never shows half a file, however often the one who puts it is killed', async () => {
    const whole = 8 * 1_048_576;
    for (const patience of [5, 25, 50]) {
      const child = fork(join(import.meta.dirname, 'putting.ts'), [root, String(whole)], { stdio: 'ignore' });
      await once(child, 'message');
      await new Promise((over) => setTimeout(over, patience));
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const shelf = await folderShelf(root);
    const found = await shelf.get('7/12/a');
    expect(found === null || found.length === whole).toBe(true);
    expect(visible()).toEqual(found ? ['a'] : []);
  });

  it('has no draft left when a file cannot be put', async () => {
    const shelf = await folderShelf(root);
    mkdirSync(join(root, '7/12/a'), { recursive: true });
    await expect(shelf.put('7/12/a', new Uint8Array(9), 'text/plain')).rejects.toThrow();
    expect(readdirSync(join(root, '7/12'))).toEqual(['a']);
  });

  it('is rid of drafts older than an hour when it is opened, and of nothing else', async () => {
    mkdirSync(join(root, '7/12'), { recursive: true });
    for (const name of ['.old.draft', '.young.draft', 'file']) writeFileSync(join(root, '7/12', name), 'x');
    for (const name of ['.old.draft', 'file']) utimesSync(join(root, '7/12', name), 0, 0);
    await folderShelf(root);
    expect(readdirSync(join(root, '7/12')).sort()).toEqual(['.young.draft', 'file']);
  });
});

const visible = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
    .map(({ name }) => name);
