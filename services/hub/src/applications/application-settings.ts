import type { ApplicationResource, ApplicationTypeName } from '@platform/contracts';
import { mergeSettings } from '../merge-patch.ts';
import { typeRules } from './application-types.ts';

/** The members that are kept in `application.settings`. */
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

/** What `application.settings` holds: the members that were set. */
export type SetSettings = Partial<ApplicationSettings>;

/** Made anew for each application, so that none shares a list with another. */
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

/** The members of an application that may be left out, with their defaults where they were. */
export const settingsOf = (type: ApplicationTypeName, set: SetSettings): ApplicationSettings => ({
  ...defaults(),
  grantTypes: [...typeRules[type].usualGrants],
  tokenEndpointAuthMethod: typeRules[type].authMethods[0],
  ...set,
});

/** Names of the members of {@link ApplicationSettings}. */
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
