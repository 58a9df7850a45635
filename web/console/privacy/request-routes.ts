import { createRoute } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { oneOfParam, searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const requestKinds = ['erasure', 'access'] as const;
export const requestShows = ['open', 'ended', 'all'] as const;

export const requestsRoute = createRoute({
  ...page({
    title: 'requests',
    icon: ShieldCheck,
    words: ['privacy'],
    reads: ['erasureRequestList', 'accessRequestList'],
    writes: ['erasureRequestCreate', 'accessRequestCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/requests',
  validateSearch: searchParams({
    kind: oneOfParam(...requestKinds),
    show: oneOfParam(...requestShows),
  }),
});

export const erasureRequestRoute = createRoute({
  ...page({
    title: 'request',
    words: ['privacy'],
    reads: ['erasureRequestStatus'],
    writes: ['erasureRequestCancel', 'erasureRequestRaiseHold'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/requests/erasure/$requestId',
});

export const accessRequestRoute = createRoute({
  ...page({
    title: 'request',
    words: ['privacy'],
    reads: ['accessRequestGet'],
    writes: ['accessRequestCancel', 'accessRequestRetry'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/requests/access/$requestId',
});

export const vetoClientsRoute = createRoute({
  ...page({
    title: 'vetoClients',
    words: ['privacy'],
    reads: ['erasureVetoClientList'],
    writes: ['erasureVetoClientRegister', 'erasureVetoClientRemove'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/requests/veto-clients',
  validateSearch: searchParams({ cursors: textsParam }),
});
