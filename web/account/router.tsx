import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router';
import { sessionQuery } from '../client/session-query.ts';
import { signedInPath } from '../client/sign-in-tab.ts';
import type { AppContext } from '../parts/app-root.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { SignedInPage } from '../parts/signed-in-page.tsx';
import { AccountFrame } from './account-frame.tsx';
import { CouldNotLoad } from './could-not-load.tsx';
import { ProfilePage } from './routes/profile-page.tsx';

const root = createRootRouteWithContext<AppContext>()({
  // The frame decides what is shown without a session, so that a deep link survives the sign-in.
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: AccountFrame,
  errorComponent: CouldNotLoad,
  notFoundComponent: NotFound,
});

const profile = createRoute({ getParentRoute: () => root, path: '/', component: ProfilePage });
const signedIn = createRoute({
  getParentRoute: () => root,
  path: signedInPath,
  component: SignedInPage,
});

/** The routes of the account, below `/account`. */
export const accountRouter = (context: AppContext) =>
  createRouter({
    routeTree: root.addChildren([profile, signedIn]),
    basepath: '/account',
    context,
  });
