import { allOf, operations } from '../operation.ts';
import { LoginAnalytics, LoginAnalyticsQuery } from './login-analytics.ts';

/** Operations on sign-in statistics. */
export const loginAnalyticsOperations = operations({
  loginExperienceLoginAnalytics: {
    method: 'get',
    path: '/api/v1/login-experience/analytics/logins',
    scopes: allOf('tenant:idp.read'),
    summary: 'Gets sign-in statistics',
    query: LoginAnalyticsQuery,
    response: LoginAnalytics,
    errors: [],
    noEtag: true,
    readsMany: true,
    description: 'Covers at most 366 days. Reusing a session does not count as a sign-in.',
  },
});
