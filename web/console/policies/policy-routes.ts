import { createRoute } from '@tanstack/react-router';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { applicationRoute } from '../applications/application-routes.ts';
import { page } from '../page.ts';

const words = ['applications', 'policies'] as const;

/** The policies of an application, a tab of it. */
export const policiesRoute = createRoute({
  ...page({
    title: 'application',
    words,
    reads: ['conditionalAccessPolicyList'],
    writes: ['conditionalAccessPolicyCreate', 'conditionalAccessPolicyUpdate'],
  }),
  getParentRoute: () => applicationRoute,
  path: '/policies',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const newPolicyRoute = createRoute({
  ...page({ title: 'policy', words, reads: ['conditionalAccessPolicyCreate'] }),
  getParentRoute: () => applicationRoute,
  path: '/policies/new',
});

export const policyRoute = createRoute({
  ...page({
    title: 'policy',
    words,
    reads: ['conditionalAccessPolicyGet'],
    writes: ['conditionalAccessPolicyUpdate', 'conditionalAccessPolicyDelete'],
  }),
  getParentRoute: () => applicationRoute,
  path: '/policies/$policyId',
});
