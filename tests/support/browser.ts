import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A real headless Chromium, unpacked from the packages; it reaches this machine only. */
export const openBrowser = (): Promise<Browser> => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', args });
  const folder = unpacked();
  const executablePath = join(folder, 'chromium');
  const fonts = { ...process.env, FONTCONFIG_FILE: fontsOf(folder) };
  // Slim machines lack libnss3 and its like: then, and only then, those that came with it.
  const complete = spawnSync(executablePath, ['--version'], { env: fonts }).status === 0;
  const env = complete ? fonts : { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  return chromium.launch({ executablePath, env, args });
};

const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-pings',
];

/**
 * The package's own configuration names folders of another machine. Without a font for every family a page may ask for,
 * monospaced ones included, this build of Chromium ends instead of falling back.
 */
const fontsOf = (folder: string): string => {
  const file = join(folder, 'fonts.conf');
  if (existsSync(file)) return file;
  const alias = (family: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(
    draft,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>
      ${['sans-serif', 'serif', 'monospace', 'system-ui', 'emoji'].map(alias).join('\n')}
    </fontconfig>`,
  );
  renameSync(draft, file);
  return file;
};

const unpacked = (): string => {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const cache = join(import.meta.dirname, '../../node_modules/.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  try {
    unpack(home, fresh);
    renameSync(fresh, folder);
  } catch (error) {
    // Two test files may unpack at once; the second finds the first one's folder in place.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
};

/** The package unpacks into the temporary folder without naming its version, hence a process with a temporary folder of its own. */
const unpack = (home: string, folder: string) => {
  const script = `
    const { inflate } = await import(${JSON.stringify(join(home, 'build/index.js'))});
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(${JSON.stringify(join(home, 'bin'))} + '/' + name)));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`);
};
