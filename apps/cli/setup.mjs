// Runs before `npm start` and `npm test`, under any Node from 20 on and before anything is installed:
// it may import nothing but Node itself. When all is current it only compares two hashes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const at = (...parts) => join(root, ...parts);
const windows = process.platform === 'win32';

class Problem extends Error {}

const main = () => {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Problem(`Node.js 20 or newer is needed; this is ${process.versions.node}.`);
  }
  install();
  linkNode();
  const node = workingNode();
  for (const bundle of bundles) build(bundle, node);
};

const install = () => {
  const marker = at('node_modules', '.installed-lock');
  const lock = readFileSync(at('package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  if (!installedByNpm(JSON.parse(lock.toString()))) {
    console.log('Installing the dependencies (only when package-lock.json has changed)…');
    const options = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'];
    const npm = process.env.npm_execpath;
    const asScript = npm?.endsWith('.js');
    const { status, error } = spawnSync(
      asScript ? process.execPath : 'npm',
      asScript ? [npm, ...options] : options,
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        shell: windows && !asScript,
      },
    );
    if (error) throw new Problem(`npm could not be run (${error.message}).`);
    if (status !== 0)
      throw new Problem('npm ci failed; its own message stands above. Is there a connection?');
  }
  writeFileSync(marker, wanted);
};

/** Whether a developer's own `npm install` has already put in place exactly what the lock asks for. */
const installedByNpm = (lock) => {
  const record = at('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  // What is optional on every machine is there only for some other optional package's sake.
  const forThisMachine = ({ os, cpu, libc, optional }) =>
    (!optional || os || cpu) &&
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || libc.includes('glibc'));
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      path === '' ||
      !forThisMachine(wanted) ||
      (installed[path]?.integrity === wanted.integrity && existsSync(at(path, 'package.json'))),
  );
};

/** npm 10 deletes `.bin/node` when packages of several platforms claim it; scripts would then silently run an old Node. */
const linkNode = () => {
  const link = at('node_modules', '.bin', 'node');
  const own = at('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (windows || existsSync(link) || !existsSync(own)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), own), link);
};

/** The Node that came with the packages or, where there is none or it cannot run, an installed one from 24 on. */
const workingNode = () => {
  const link = at('node_modules', '.bin', windows ? 'node.cmd' : 'node');
  if (existsSync(link) && major(link) >= 24) return link;
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    rmSync(link, { force: true });
    return process.execPath;
  }
  throw new Problem(
    `The Node.js 24 that comes with the packages does not run on ${process.platform} ${process.arch}: install Node.js 24 or newer.`,
  );
};

const major = (node) => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: windows });
  return Number.parseInt(stdout?.slice(1) ?? '0', 10);
};

const bundles = [
  {
    name: 'web',
    entry: 'apps/web/index.html',
    configs: ['apps/web/vite.config.ts', 'vite.config.ts'],
    sources: ['apps/web', 'core/domain', 'adapters/http/contract'],
  },
  {
    name: 'widget',
    entry: 'apps/widget/vite.config.ts',
    configs: ['apps/widget/vite.config.ts'],
    sources: ['apps/widget', 'adapters/http/contract'],
  },
];

const build = ({ name, entry, configs, sources }, node) => {
  if (!existsSync(at(entry))) return;
  const config = configs.find((path) => existsSync(at(path)));
  const stamp = at('dist', `${name}.stamp`);
  const output = at('dist', name);
  const wanted = fingerprint([...sources, ...configs, 'package.json', 'package-lock.json']);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log(`Building the ${name} bundle…`);
  // Built aside and swapped in whole, so a server that is running never serves half a build.
  const fresh = at('dist', `.${name}-${process.pid}`);
  const { status, stdout, stderr } = spawnSync(
    node,
    [
      at('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      dirname(at(entry)),
      '--outDir',
      fresh,
      '--emptyOutDir',
    ]
      .concat(config ? ['--config', at(config)] : [])
      .concat('--logLevel', 'warn'),
    { cwd: root, encoding: 'utf8', shell: windows, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Problem(`The ${name} bundle could not be built.\n${stdout ?? ''}${stderr ?? ''}`);
  }
  const old = `${fresh}-old`;
  if (existsSync(output)) renameSync(output, old);
  renameSync(fresh, output);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(stamp, wanted);
};

const fingerprint = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths.filter((one) => existsSync(at(one)))) {
    for (const file of filesUnder(at(path)))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
};

const filesUnder = (path) => {
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
      );
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
};

try {
  main();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  // What reads the outcome of `npm test` finds its closing line also when the tests could not begin.
  if (process.env.npm_lifecycle_event === 'pretest') console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
