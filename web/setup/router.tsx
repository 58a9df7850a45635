import { createRouter } from '@tanstack/react-router';
import type { AppContext } from '../parts/app-root.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { SetupFrame } from './frame/setup-frame.tsx';
import { setupRoutes } from './pages.ts';
import { frameRoute, rootRoute } from './root-routes.tsx';

frameRoute.update({ component: SetupFrame });

/** The routes of the setup, below `/setup`. */
export const setupRouter = (context: AppContext) =>
  createRouter({
    routeTree: rootRoute.addChildren([frameRoute.addChildren(setupRoutes)]),
    basepath: '/setup',
    context,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    defaultPreload: false,
  });
