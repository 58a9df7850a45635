import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router';
import { sessionQuery } from '../client/session-query.ts';
import { AccountFrame } from './account-frame.tsx';
import { CouldNotLoad } from './could-not-load.tsx';
import { ProfilePage } from './routes/profile-page.tsx';

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  // The frame decides what is shown without a session, so that a deep link survives the sign-in.
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: AccountFrame,
  errorComponent: CouldNotLoad,
});

const profile = createRoute({ getParentRoute: () => root, path: '/', component: ProfilePage });

/** The routes of the account, below `/account`. */
export const accountRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([profile]),
    basepath: '/account',
    context: { queryClient },
  });
