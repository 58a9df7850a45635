import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { sessionQuery } from '../client/session-query.ts';
import type { AppContext } from '../parts/app-root.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { SetupSession } from './frame/setup-session.tsx';

/** Around everything: the session that a link opens. */
export const rootRoute = createRootRouteWithContext<AppContext>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: () => (
    <SetupSession>
      <Outlet />
    </SetupSession>
  ),
  errorComponent: (props) => (
    <main>
      <PageFailed {...props} />
    </main>
  ),
});

/** Around every page. The router adds its component, which knows the pages. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  errorComponent: PageFailed,
  notFoundComponent: NotFound,
});
