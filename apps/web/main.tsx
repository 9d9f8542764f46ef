import './without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './routes.tsx';
import './ui/theme.css';

const place = document.getElementById('app');
if (!place) throw new Error('The page has no place for the app.');

createRoot(place).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
);
