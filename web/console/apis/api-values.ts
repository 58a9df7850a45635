import type { ApiResource } from '@platform/sdk';
import { bodyOf } from '../../client/form-text.ts';
import { textOfLines, withLists } from '../../client/lines.ts';

const texts = [
  'name',
  'description',
  'logoUri',
  'documentationUri',
  'tosUri',
  'policyUri',
] as const;
const lists = ['defaultScopes', 'introspectionClients'] as const;
const checks = ['offlineAccess', 'userinfoAudience', 'publish'] as const;
export const claims = ['roles', 'permissions', 'entitlements', 'custom'] as const;
export const signingAlgs = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;
/** Settings with a value of a few, each with its words. */
export const choices = {
  tokenFormat: ['jwt', 'opaque'],
  clientAccess: ['listed', 'first_party', 'all'],
  userAccess: ['any', 'permission'],
  organization: ['optional', 'none', 'required'],
  senderConstraint: ['none', 'any', 'dpop', 'mtls'],
} as const;

export type ApiText = (typeof texts)[number];
export type ApiList = (typeof lists)[number];
export type ApiCheck = (typeof checks)[number];
export type ApiChoice = keyof typeof choices;

/** The form of an API. */
export type ApiValues = Record<ApiText | ApiList, string> &
  Pick<ApiResource, ApiCheck | ApiChoice | 'signingAlg' | 'accessTokenTtlSeconds'> & {
    claims: readonly ApiResource['claims'][number][];
  };

/** The values of an API, as the form has them. */
export const apiValues = (api: ApiResource): ApiValues => ({
  name: api.name,
  description: api.description ?? '',
  logoUri: api.logoUri ?? '',
  documentationUri: api.documentationUri ?? '',
  tosUri: api.tosUri ?? '',
  policyUri: api.policyUri ?? '',
  defaultScopes: textOfLines(api.defaultScopes),
  introspectionClients: textOfLines(api.introspectionClients),
  offlineAccess: api.offlineAccess,
  userinfoAudience: api.userinfoAudience,
  publish: api.publish,
  tokenFormat: api.tokenFormat,
  clientAccess: api.clientAccess,
  userAccess: api.userAccess,
  organization: api.organization,
  senderConstraint: api.senderConstraint,
  signingAlg: api.signingAlg,
  accessTokenTtlSeconds: api.accessTokenTtlSeconds,
  claims: api.claims,
});

/** The body of a patch: lists instead of their text. */
export const apiBody = (patch: Record<string, unknown>) => bodyOf(withLists(patch, lists));
