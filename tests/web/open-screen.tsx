import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach } from 'vitest';
import { routes } from '../../apps/web/routes.tsx';
import { session } from '../../apps/web/session.ts';

afterEach(() => {
  cleanup();
  session.end();
});

/** The app at an address, over its real routes; signed in unless told otherwise. */
export const openScreen = async (address: string, { token = 'a-token' }: { token?: string | null } = {}) => {
  if (token) session.begin(token, 1);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await waitFor(() => screen.getByRole('main'));
  return {
    user: userEvent.setup(),
    where: () => router.state.location.pathname + router.state.location.search,
  };
};

/** The toasts of an earlier test may still stand. */
export const saidNow = (text: string) => screen.findByText(text, {}, { timeout: 3000 });
