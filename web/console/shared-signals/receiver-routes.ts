import { createRoute } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const receiversRoute = createRoute({
  ...page({
    title: 'sharedSignals',
    icon: RadioTower,
    words: ['sharedSignals'],
    reads: ['ssfReceiverList'],
    writes: ['ssfReceiverRegister'],
  }),
  getParentRoute: () => frameRoute,
  path: '/shared-signals',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const receiverRoute = createRoute({
  ...page({
    title: 'receiver',
    words: ['sharedSignals'],
    reads: ['ssfReceiverGet'],
    writes: ['ssfReceiverToggle', 'ssfReceiverRemove', 'ssfReceiverVerify'],
  }),
  getParentRoute: () => frameRoute,
  path: '/shared-signals/$receiverId',
  validateSearch: searchParams({ cursors: textsParam }),
});
