import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { makeScratch, sweepScratch } from './support/scratch.ts';

/** `npm test`: everything. `npm run check`, with --quick: all that needs neither a database nor a browser. */
const quick = process.argv.includes('--quick');
const root = dirname(import.meta.dirname);

const scratch = makeScratch();
type Tally = { readonly passed: number; readonly failed: number };
type Outcome = { readonly code: number; readonly output: string };

const running = new Set<number>();

const main = async (): Promise<Tally> => {
  // Types, on as many cores as there are, then style; the tests measure time and want the machine to themselves.
  const checks = [
    ['types', 'typescript/bin/tsc', '-p', '.'],
    ['types of the core', 'typescript/bin/tsc', '-p', 'core/tsconfig.json'],
    ['types of the web app', 'typescript/bin/tsc', '-p', 'apps/web/tsconfig.json'],
    ['style', '@biomejs/biome/bin/biome', 'check', '--colors=off'],
  ].filter(([, , , project = '.']) => hasSources(project));
  const tallies = await inLanes(checks, availableParallelism(), check);
  tallies.push(await vitest());
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
};

const hasSources = (project: string) =>
  !project.startsWith('apps/web') || existsSync(join(root, 'apps/web/index.html'));

const check = async ([name = '', program = '', ...options]: string[]): Promise<Tally> => {
  const startedAt = performance.now();
  const { code, output } = await run(program, options, 'held');
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

const vitest = async (): Promise<Tally> => {
  const report = join(scratch, 'vitest.json');
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run('vitest/vitest.mjs', quick ? [...options, '--project=unit'] : options, 'shown');
  const { passed, failed } = existsSync(report)
    ? countsOf(readFileSync(report, 'utf8'))
    : { passed: 0, failed: 0 };
  // A run can also fail in no test at all: a file that does not load, an error nobody caught.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
};

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
};

const countsOf = (json: string): Tally => {
  const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(json);
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
};

/** Each program leads a process group of its own, which ends with it. */
const run = (program: string, options: readonly string[], output: 'held' | 'shown') =>
  new Promise<Outcome>((done) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...options], {
      cwd: root,
      detached: true,
      stdio: ['ignore', output === 'held' ? 'pipe' : 'inherit', output === 'held' ? 'pipe' : 'inherit'],
      env: { ...process.env, TMPDIR: scratch },
    });
    const { pid } = child;
    let text = '';
    child.stdout?.on('data', (part) => {
      text += part;
    });
    child.stderr?.on('data', (part) => {
      text += part;
    });
    if (pid) running.add(pid);
    child.once('error', (error) => done({ code: 1, output: error.message }));
    child.once('close', (code) => {
      if (pid) endGroup(pid, 'SIGKILL');
      done({ code: code ?? 1, output: text });
    });
  });

const endGroup = (pid: number, signal: NodeJS.Signals) => {
  running.delete(pid);
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
};

const inLanes = async <I, O>(
  items: readonly I[],
  lanes: number,
  work: (item: I) => Promise<O>,
): Promise<O[]> => {
  const waiting = [...items];
  const done: O[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) done.push(await work(next));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
};

const endAll = async () => {
  for (const pid of [...running]) endGroup(pid, 'SIGKILL');
  await sweepScratch(scratch);
};

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  process.once(signal, async () => {
    await endAll();
    process.exit(128 + number);
  });
}

const { passed, failed } = await main().finally(endAll);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
