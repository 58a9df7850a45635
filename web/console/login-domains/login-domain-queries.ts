import { loginExperience } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const loginDomainsQuery = apiQuery('loginExperienceListDomains', [], (api, options) =>
  loginExperience(api).domains.list(options),
);
