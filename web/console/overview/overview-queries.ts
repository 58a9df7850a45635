import { events, loginExperience, tenant } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const healthQuery = () =>
  apiQuery('tenantHealthGet', [], (api, options) => tenant(api).getHealth(options));

export const signInStatisticsQuery = () =>
  apiQuery('loginExperienceLoginAnalytics', [], (api, options) =>
    loginExperience(api).logins.get({ ...options }),
  );

export const changesQuery = (start: string) =>
  apiQuery('eventsList', [{ start }], (api, options) =>
    events(api).list({ start, limit: 200, ...options }),
  );
