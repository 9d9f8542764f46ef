/**
 * libsignal prints whole sessions, private keys included, with `console.*` whenever it closes one
 * (https://github.com/nanocoai/nanoclaw/issues/2520). Imported before it, this drops whatever it says.
 */
const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

for (const method of methods) {
  const say = console[method].bind(console);
  console[method] = (...said: unknown[]) => {
    if (!stack().includes(`${'node_modules'}/libsignal/`)) say(...said);
  };
}

/** Whoever has turned traces off for the process gets them turned on for a moment. */
function stack(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 20;
  try {
    return new Error().stack ?? '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
