import type { ApplicationResource, ApplicationTypeName } from '@platform/contracts';
import { typeRules } from './application-types.ts';

/** The properties that are stored in `application.settings`. */
export type ApplicationSettings = Omit<
  ApplicationResource,
  | 'id'
  | 'clientId'
  | 'name'
  | 'type'
  | 'allowedScopes'
  | 'enabled'
  | 'claimsWebhook'
  | 'createdAt'
  | 'updatedAt'
>;

/** The content of `application.settings`: only the properties that were set. */
export type SetSettings = Partial<ApplicationSettings>;

/** Creates new defaults for each application, so that applications do not share an array. */
const defaults = (): Omit<ApplicationSettings, 'grantTypes' | 'tokenEndpointAuthMethod'> => ({
  description: null,
  logoUri: null,
  tosUri: null,
  policyUri: null,
  redirectUris: [],
  postLogoutRedirectUris: [],
  jwks: null,
  jwksUri: null,
  accessTokenTtlSeconds: 600,
  refreshTokenIdleTtlSeconds: 1_209_600,
  allowedOrigins: [],
  requirePkce: true,
  requireNonce: true,
  requirePar: false,
  idTokenSignedResponseAlg: 'RS256',
  backchannelLogoutUri: null,
  firstParty: true,
  metadata: {},
});

/** Returns all settings of an application, with defaults for those that were not set. */
export const settingsOf = (type: ApplicationTypeName, set: SetSettings): ApplicationSettings => ({
  ...defaults(),
  grantTypes: [...typeRules[type].usualGrants],
  tokenEndpointAuthMethod: typeRules[type].authMethods[0],
  ...set,
});

const settingNames = [
  ...Object.keys(defaults()),
  'grantTypes',
  'tokenEndpointAuthMethod',
] as (keyof ApplicationSettings)[];

/** Applies a merge patch to the settings (RFC 7396): `null` restores a default; `metadata` is merged by name. */
export function mergeSettings(set: SetSettings, patch: Record<string, unknown>): SetSettings {
  const merged: Record<string, unknown> = { ...set };
  for (const name of settingNames) {
    const value = patch[name];
    if (value === undefined) continue;
    if (value === null) delete merged[name];
    else
      merged[name] =
        name === 'metadata'
          ? mergePairs(set.metadata ?? {}, value as Record<string, string | null>)
          : value;
  }
  return merged as SetSettings;
}

const mergePairs = (
  present: Record<string, string>,
  patch: Record<string, string | null>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...present, ...patch }).filter(
      (pair): pair is [string, string] => pair[1] !== null,
    ),
  );
