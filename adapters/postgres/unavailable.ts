/** SQLSTATE classes and codes of a server that is away, on its way up or down, or full. */
const sqlStates = /^(08...|57P0[1-5]|53300)$/;
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/** The driver gives the first ones no code, and the last has one that says less. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)|not currently accepting connections/;

/** Whether an error says that the database cannot be reached, rather than that we asked it something wrong. */
export const databaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string' && sqlStates.test(code)) return true;
  // A missing file has the same code as a missing socket.
  if (typeof code === 'string' && systemCodes.has(code)) return syscall === undefined || syscall !== 'open';
  return words.test(error.message) || (error.cause !== undefined && databaseUnavailable(error.cause));
};
