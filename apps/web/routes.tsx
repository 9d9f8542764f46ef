import type { RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { Broken } from './screens/broken.tsx';
import { Frame } from './screens/frame.tsx';
import { ScreenSkeleton } from './ui/skeleton.tsx';

/** Every screen comes with its own file, fetched when it is first opened. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: Broken,
    HydrateFallback: ScreenSkeleton,
    children: [
      { path: paths.home, lazy: () => import('./screens/home.tsx') },
      { path: paths.register, lazy: () => import('./screens/register.tsx') },
      { path: paths.login, lazy: () => import('./screens/login.tsx') },
      { path: paths.dashboard, lazy: () => import('./screens/dashboard.tsx') },
      { path: paths.agentForm, lazy: () => import('./screens/agent-form.tsx') },
      { path: paths.connect, lazy: () => import('./screens/connect-whatsapp.tsx') },
      { path: paths.history, lazy: () => import('./screens/history.tsx') },
      { path: paths.pauses, lazy: () => import('./screens/pauses.tsx') },
      { path: paths.documents, lazy: () => import('./screens/documents.tsx') },
      { path: paths.keywordFiles, lazy: () => import('./screens/keyword-files.tsx') },
      { path: paths.profile, lazy: () => import('./screens/profile.tsx') },
      { path: paths.simulator, lazy: () => import('./screens/simulator.tsx') },
      { path: '*', lazy: () => import('./screens/unknown-address.tsx') },
    ],
  },
];
