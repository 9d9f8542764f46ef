import type { Server } from 'node:http';

const patienceMs = 5_000;

/** Takes no new request, lets those under way end, and after a while no longer waits for them. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(impatient);
      resolve();
    });
    server.closeIdleConnections();
  });
