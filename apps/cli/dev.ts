import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, loadEnv } from 'vite';

/** `npm run dev`: the server restarts when its files change; vite serves the web app and passes the rest on to it. */
const root = join(import.meta.dirname, '../..');
const web = join(root, 'apps/web');
const { PORT = '3000' } = loadEnv('development', root, 'PORT');
const behind = `http://127.0.0.1:${PORT}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});

const configFile = join(web, 'vite.config.ts');
const vite = await createServer({
  root: web,
  configFile: existsSync(configFile) && configFile,
  server: { proxy: { '/api': behind, '/widget.js': behind } },
});
await vite.listen();
vite.printUrls();

// The terminal's Ctrl-C reaches the server as well; a signal sent to this process alone is passed on.
process.once('SIGINT', () => {});
process.once('SIGTERM', () => server.kill('SIGTERM'));
server.once('exit', async (code) => {
  await vite.close();
  process.exitCode = code ?? 0;
});
