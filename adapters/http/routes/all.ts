import type { Application } from '#core/application/index.ts';
import type { Route } from '../endpoint.ts';
import { accountRoutes } from './accounts.ts';
import { agentRoutes } from './agents.ts';
import { documentRoutes } from './documents.ts';
import type { FileLinks } from './file-links.ts';
import { historyRoutes } from './history.ts';
import { keywordFileRoutes } from './keyword-files.ts';
import { noticeRoutes } from './notices.ts';
import { pauseRoutes } from './pauses.ts';
import { planRoutes } from './plans.ts';
import { type SimulatorCalls, simulatorRoutes } from './simulator.ts';
import { whatsappRoutes } from './whatsapp.ts';

/** Every call there is. What is not in this table is not answered, and tests try each of its rows as a stranger. */
export const allRoutes = (
  app: Application,
  {
    patienceMs,
    simulator,
    ...fileLinks
  }: FileLinks & { patienceMs: number; simulator?: SimulatorCalls | undefined },
): readonly Route[] => [
  ...accountRoutes(app),
  ...planRoutes(app),
  ...agentRoutes(app),
  ...whatsappRoutes(app, patienceMs),
  ...documentRoutes(app),
  ...keywordFileRoutes(app, fileLinks),
  ...historyRoutes(app, fileLinks),
  ...pauseRoutes(app),
  ...noticeRoutes(app),
  ...(simulator ? simulatorRoutes(simulator) : []),
];
