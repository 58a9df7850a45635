import type { ApiResourceResource } from '@platform/contracts';
import { mergeSettings } from '../merge-patch.ts';

/** The members that are kept in `api_resource.settings`. */
export type ApiSettings = Omit<
  ApiResourceResource,
  'id' | 'identifier' | 'name' | 'enabled' | 'tokensLiveUntil' | 'createdAt' | 'updatedAt'
>;

/** What `api_resource.settings` holds: the members that were set. */
export type SetApiSettings = Partial<ApiSettings>;

const defaults = (): ApiSettings => ({
  description: null,
  logoUri: null,
  documentationUri: null,
  tosUri: null,
  policyUri: null,
  tokenFormat: 'jwt',
  signingAlg: 'ES256',
  accessTokenTtlSeconds: 600,
  clientAccess: 'listed',
  userAccess: 'any',
  defaultScopes: [],
  claims: [],
  organization: 'optional',
  senderConstraint: 'none',
  offlineAccess: true,
  userinfoAudience: false,
  introspectionClients: [],
  publish: false,
  metadata: {},
});

/** The settings of an API, with their defaults. */
export const apiSettingsOf = (set: SetApiSettings): ApiSettings => ({ ...defaults(), ...set });

const settingNames = Object.keys(defaults());

/** A merge patch on what was set (RFC 7396). */
export const mergeApiSettings = (
  set: SetApiSettings,
  patch: Record<string, unknown>,
): SetApiSettings => mergeSettings(settingNames, set, patch);
