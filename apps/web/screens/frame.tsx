import { Outlet, useNavigation } from 'react-router-dom';
import { OnTheWay, SkipLink } from '../ui/page.tsx';
import { Toaster } from '../ui/toast.tsx';

/** What stands around every screen. */
export const Frame = () => (
  <>
    <SkipLink />
    {useNavigation().state !== 'idle' && <OnTheWay />}
    <Outlet />
    <Toaster />
  </>
);
