import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { sessionQuery } from '../client/session-query.ts';
import { signedInPath } from '../client/sign-in-tab.ts';
import type { AppContext } from '../parts/app-root.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { SessionFrame } from '../parts/session-frame.tsx';
import { SignedInPage } from '../parts/signed-in-page.tsx';
import { accountAcr } from './account-acr.ts';
import { CouldNotLoad } from './frame/could-not-load.tsx';

/** Around everything: the session. Its frame decides what is shown without one, so that a deep link survives the sign-in. */
export const rootRoute = createRootRouteWithContext<AppContext>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: () => (
    <SessionFrame stepUpAcr={accountAcr}>
      <Outlet />
    </SessionFrame>
  ),
  errorComponent: CouldNotLoad,
});

/** Around every page. The router adds its component, which knows the pages. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  errorComponent: PageFailed,
  notFoundComponent: NotFound,
});

/** Where a sign-in in a tab of its own ends. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signedInPath,
  component: SignedInPage,
});
