/** What Baileys logs names phones and holds messages and keys: nobody hears it. */
export const quiet = {
  level: 'silent',
  child: () => quiet,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
};
