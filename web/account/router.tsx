import { createRouter } from '@tanstack/react-router';
import type { AppContext } from '../parts/app-root.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { AccountFrame } from './frame/account-frame.tsx';
import { frameRoute, rootRoute, signedInRoute } from './root-routes.tsx';
import { accountRoutes } from './pages.ts';

frameRoute.update({ component: AccountFrame });

/** The routes of the account, below `/account`. */
export const accountRouter = (context: AppContext) =>
  createRouter({
    routeTree: rootRoute.addChildren([frameRoute.addChildren(accountRoutes), signedInRoute]),
    basepath: '/account',
    context,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    defaultPreload: false,
  });
