import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** How to run a program so that it is not root, and who its files must then belong to. */
export type Unprivileged = {
  readonly prefix: readonly string[];
  readonly identity: { readonly uid?: number; readonly gid?: number };
  readonly owner: Owner | null;
};

type Owner = { readonly uid: number; readonly gid: number };

const nobody = 65_534;
/** Seen as `nobody` by the program, still the same user to the file system: works below folders closed to others. */
const namespace = ['unshare', '-U', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** Its own, so that no secret of ours is inherited by a process that may outlive us. */
export const cleanEnvironment = {
  LC_ALL: 'C',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** PostgreSQL refuses to run as root, and initdb to run as a user without a name. */
export const unprivileged = (program: string, dataDir: string, tempDir: string): Unprivileged => {
  if (process.getuid?.() !== 0) {
    return named()
      ? { prefix: [], identity: {}, owner: null }
      : { prefix: namespace, identity: {}, owner: null };
  }
  const owner = ownerOf(dataDir);
  const runs = (command: string, args: readonly string[], identity: Unprivileged['identity']) =>
    spawnSync(command, args, { ...identity, cwd: '/', env: cleanEnvironment }).status === 0;
  const reaches = (path: string) => runs('test', ['-x', path], owner);
  if (runs(program, ['--version'], owner) && reaches(dirname(dataDir)) && reaches(tempDir)) {
    return { prefix: [], identity: owner, owner };
  }
  const [command = '', ...args] = namespace;
  if (runs(command, [...args, program, '--version'], {})) {
    return { prefix: namespace, identity: {}, owner: { uid: 0, gid: 0 } };
  }
  throw new Error(
    'PostgreSQL does not run as root, and no other user reaches this folder: start as another user, or set DATABASE_URL.',
  );
};

const ownerOf = (dataDir: string): Owner => {
  const { uid, gid } = existsSync(dataDir) ? lstatSync(dataDir) : { uid: 0, gid: 0 };
  return uid === 0 ? { uid: nobody, gid: nobody } : { uid, gid };
};

const named = () => {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
};

/** Hands a whole folder over, when it is not the owner's yet. */
export const giveTo = (owner: Owner | null, path: string) => {
  if (!owner || lstatSync(path).uid === owner.uid) return;
  const give = (one: string) => {
    lchownSync(one, owner.uid, owner.gid);
    if (!lstatSync(one).isDirectory()) return;
    for (const name of readdirSync(one)) give(join(one, name));
  };
  // The folder itself last: interrupted half-way, the next start begins again.
  for (const name of readdirSync(path)) give(join(path, name));
  chownSync(path, owner.uid, owner.gid);
};
