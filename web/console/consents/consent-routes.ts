import { createRoute } from '@tanstack/react-router';
import { BookUser, HandHelping, Target } from 'lucide-react';
import {
  flagParam,
  oneOfParam,
  searchParams,
  textParam,
  textsParam,
} from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const consentsRoute = createRoute({
  ...page({
    title: 'consents',
    icon: HandHelping,
    words: ['consents'],
    reads: ['consentList'],
    writes: ['consentGrant'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/consents',
  validateSearch: searchParams({ subject: textParam, again: flagParam, cursors: textsParam }),
});

export const consentRoute = createRoute({
  ...page({
    title: 'consent',
    words: ['consents'],
    reads: ['consentGet'],
    writes: ['consentWithdraw', 'consentChange'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/consents/$consentId',
});

export const purposeStates = ['active', 'retired'] as const;

export const purposesRoute = createRoute({
  ...page({
    title: 'purposes',
    icon: Target,
    words: ['consents'],
    reads: ['consentPurposeList'],
    writes: ['consentPurposePut'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/purposes',
  validateSearch: searchParams({ state: oneOfParam(...purposeStates), cursors: textsParam }),
});

export const purposeRoute = createRoute({
  ...page({
    title: 'purpose',
    words: ['consents'],
    reads: ['consentPurposeGet'],
    writes: ['consentPurposePut', 'consentPurposeRetire'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/purposes/$purposeKey',
});

export const profileRoute = createRoute({
  ...page({
    title: 'complianceProfile',
    icon: BookUser,
    words: ['complianceProfile'],
    reads: ['complianceProfileGet'],
    writes: ['complianceProfilePut'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/profile',
});
