import { createRoute } from '@tanstack/react-router';
import { GitFork } from 'lucide-react';
import { oneOfParam, searchParams, textParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

const words = ['flows', 'applications', 'audit'] as const;

/** The login flow: what is active, and its draft. */
export const flowsRoute = createRoute({
  ...page({
    title: 'flows',
    icon: GitFork,
    words,
    reads: ['loginFlowGetActive', 'loginFlowGetDraft', 'loginFlowGetVersions'],
    writes: ['loginFlowPutDraft', 'loginFlowApplyTemplate', 'loginFlowActivate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/flows',
});

/** The draft, as a graph or as an outline. `step`: what is selected. */
export const editorRoute = createRoute({
  getParentRoute: () => flowsRoute,
  path: '/',
  validateSearch: searchParams({
    view: oneOfParam('outline'),
    step: textParam,
    panel: oneOfParam('simulation', 'settings'),
  }),
});

export const versionsRoute = createRoute({
  ...page({
    title: 'flows',
    words,
    reads: ['loginFlowGetVersions', 'loginFlowGetVersion'],
    writes: ['loginFlowActivate'],
  }),
  getParentRoute: () => flowsRoute,
  path: '/versions',
  validateSearch: searchParams({ version: textParam }),
});

export const bindingsRoute = createRoute({
  ...page({
    title: 'flows',
    words,
    reads: ['loginFlowListClientBindings'],
    writes: ['loginFlowPutClientBinding', 'loginFlowDeleteClientBinding'],
  }),
  getParentRoute: () => flowsRoute,
  path: '/applications',
});
