import { loginExperience } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const connectorsQuery = apiQuery('loginExperienceListConnectors', [], (api, options) =>
  loginExperience(api).socialConnectors.list(options),
);

export const connectorQuery = (provider: string) =>
  apiQuery('loginExperienceGetConnector', [provider], (api, options) =>
    loginExperience(api).socialConnectors.get(provider, options),
  );

export const connectorReads = [
  'loginExperienceListConnectors',
  'loginExperienceGetConnector',
] as const;
