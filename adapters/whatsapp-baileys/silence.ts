/**
 * libsignal prints whole sessions, private keys included, with `console.*` whenever it closes one
 * (https://github.com/nanocoai/nanoclaw/issues/2520). Imported before it, this drops whatever it says.
 */
const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

for (const method of methods) {
  const say = console[method].bind(console);
  console[method] = (...said: unknown[]) => {
    if (!new Error().stack?.includes(`${'node_modules'}/libsignal/`)) say(...said);
  };
}
