import { applications, loginExperience } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';
import type { Period } from './period.ts';

export const statisticsQuery = ({ from, to }: Period) =>
  apiQuery('loginExperienceLoginAnalytics', [{ from, to }], (api, options) =>
    loginExperience(api).logins.get({ from, to, ...options }),
  );

export const applicationNameQuery = (clientId: string) =>
  apiQuery('applicationGet', [clientId], (api, options) =>
    applications(api).get(clientId, options),
  );
