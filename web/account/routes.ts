import { createRoute } from '@tanstack/react-router';
import {
  Activity,
  Building2,
  KeyRound,
  Link2,
  MonitorSmartphone,
  ShieldCheck,
  TrendingUp,
  UserRound,
} from 'lucide-react';
import { searchParams, textsParam } from '../client/search-params.ts';
import { accountPage } from './page.ts';
import { frameRoute } from './root-routes.tsx';

const getParentRoute = () => frameRoute;

export const profileRoute = createRoute({
  ...accountPage({ title: 'profile', icon: UserRound, words: ['account-profile'] }),
  getParentRoute,
  path: '/',
});

export const signInRoute = createRoute({
  ...accountPage({ title: 'signIn', icon: KeyRound, words: ['account-sign-in'] }),
  getParentRoute,
  path: '/sign-in',
});

export const devicesRoute = createRoute({
  ...accountPage({ title: 'devices', icon: MonitorSmartphone, words: ['account-devices'] }),
  getParentRoute,
  path: '/devices',
});

export const connectionsRoute = createRoute({
  ...accountPage({ title: 'connections', icon: Link2, words: ['account-connections'] }),
  getParentRoute,
  path: '/connections',
});

export const organizationsRoute = createRoute({
  ...accountPage({ title: 'organizations', icon: Building2, words: ['account-organizations'] }),
  getParentRoute,
  path: '/organizations',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const privacyRoute = createRoute({
  ...accountPage({ title: 'privacy', icon: ShieldCheck, words: ['account-privacy'] }),
  getParentRoute,
  path: '/privacy',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const elevationRoute = createRoute({
  ...accountPage({ title: 'elevation', icon: TrendingUp, words: ['account-elevation'] }),
  getParentRoute,
  path: '/elevation',
});

export const activityRoute = createRoute({
  ...accountPage({ title: 'activity', icon: Activity, words: ['account-activity'] }),
  getParentRoute,
  path: '/activity',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** The pages, in the order of the navigation. */
export const pageRoutes = [
  profileRoute,
  signInRoute,
  devicesRoute,
  connectionsRoute,
  organizationsRoute,
  privacyRoute,
  elevationRoute,
  activityRoute,
];
