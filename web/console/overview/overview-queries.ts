import { events, loginExperience, pim } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const signInStatisticsQuery = () =>
  apiQuery('loginExperienceLoginAnalytics', [], (api, options) =>
    loginExperience(api).logins.get({ ...options }),
  );

export const activationsQuery = () =>
  apiQuery('pimListActivations', [], (api, options) => pim(api).activations.list({ ...options }));

export const changesQuery = (start: string) =>
  apiQuery('eventsList', [{ start }], (api, options) =>
    events(api).list({ start, limit: 200, ...options }),
  );
