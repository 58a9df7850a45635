import { createRoute } from '@tanstack/react-router';
import { TrendingUp } from 'lucide-react';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

const words = ['elevation', 'roles', 'account-elevation', 'amr'] as const;

/** The inbox. */
export const elevationRoute = createRoute({
  ...page({
    title: 'elevation',
    icon: TrendingUp,
    words,
    reads: ['pimListActivations'],
    writes: ['pimApproveActivation', 'pimRevokeActivation'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/elevation',
});

export const elevationHistoryRoute = createRoute({
  ...page({ title: 'elevation', words, reads: ['pimListActivations'] }),
  getParentRoute: () => frameRoute,
  path: '/access/elevation/history',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** Who may request which elevation. */
export const eligibleRoute = createRoute({
  ...page({
    title: 'elevation',
    words,
    reads: ['pimEligibilityAdminList'],
    writes: ['pimEligibilityAdminCreate', 'pimEligibilityAdminDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/elevation/eligible',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const eligibleOneRoute = createRoute({
  ...page({
    title: 'eligibleAssignment',
    words,
    reads: ['pimEligibilityAdminGet'],
    writes: ['pimEligibilityAdminUpdate', 'pimEligibilityAdminDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/elevation/eligible/$eligibleId',
});

/** The tabs of elevation, as paths. */
export const elevationTabs = [
  { path: '/access/elevation', key: 'tab.requests', reads: ['pimListActivations'] },
  { path: '/access/elevation/history', key: 'tab.history', reads: ['pimListActivations'] },
  { path: '/access/elevation/eligible', key: 'tab.eligible', reads: ['pimEligibilityAdminList'] },
] as const;
