import type { ApplicationResource, ApplicationTypeName } from '@platform/contracts';
import { mergeSettings } from '../merge-patch.ts';
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

/** A merge patch on what was set (RFC 7396). */
export const mergeApplicationSettings = (
  set: SetSettings,
  patch: Record<string, unknown>,
): SetSettings => mergeSettings(settingNames, set, patch);
