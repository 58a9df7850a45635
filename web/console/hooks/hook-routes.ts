import { createRoute } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** When hooks are called, in the order of a sign-in. */
export const hookStages = [
  'pre_registration',
  'login_flow',
  'post_login',
  'token_issue',
  'client_credentials',
] as const;
export type HookStage = (typeof hookStages)[number];

export const hooksRoute = createRoute({
  ...page({
    title: 'hooks',
    icon: Plug,
    words: ['hooks'],
    reads: ['hookList'],
    writes: ['hookCreate', 'hookUpdate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/hooks',
});

/** A hook. Its tabs are routes below it. */
export const hookRoute = createRoute({
  ...page({
    title: 'hook',
    words: ['hooks', 'webhooks'],
    reads: ['hookGet'],
    writes: ['hookUpdate', 'hookDelete', 'hookTest', 'hookRotateSecret'],
  }),
  getParentRoute: () => frameRoute,
  path: '/hooks/$hookId',
});

export const hookSettingsRoute = createRoute({ getParentRoute: () => hookRoute, path: '/' });
export const hookTestRoute = createRoute({ getParentRoute: () => hookRoute, path: '/test' });
export const hookSecretRoute = createRoute({ getParentRoute: () => hookRoute, path: '/secret' });

export const hookTabs = [
  { path: '', key: 'tab.settings' },
  { path: '/test', key: 'tab.test' },
  { path: '/secret', key: 'tab.secret' },
] as const;
