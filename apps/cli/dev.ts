import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run dev`: the server restarts when its files change; vite serves the web app and passes `/api` on to it. */
const root = join(import.meta.dirname, '../..');

const start = (...options: string[]) => spawn(process.execPath, options, { cwd: root, stdio: 'inherit' });

const children = [
  start('--watch', '--watch-preserve-output', 'apps/server/main.ts'),
  start('node_modules/vite/bin/vite.js', 'apps/web', '--config', 'apps/web/vite.config.ts'),
];

// Both get the terminal's Ctrl-C themselves; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => endAll());

const endAll = () => {
  for (const child of children) child.kill('SIGTERM');
};

for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
