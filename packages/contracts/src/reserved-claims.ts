import { parseUrl } from './common/url.ts';

/** Claims that only the platform's own enrichment may add. */
export const platformClaims = [
  'roles',
  'permissions',
  'entitlements',
  'elevated_scopes',
  'elevated_until',
  'overage',
  'groups',
] as const;

const reservedNames: ReadonlySet<string> = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'azp',
  'nonce',
  'auth_time',
  'acr',
  'amr',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
  'cnf',
  'act',
  'may_act',
  'scope',
  'client_id',
  'events',
  'sub_id',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'preferred_username',
  'tnt',
  'org_id',
  'roles',
  'permissions',
  'entitlements',
  'elevated_scopes',
  'elevated_until',
  'overage',
  '__proto__',
  'constructor',
  'prototype',
]);

/**
 * Whether a claim is reserved for the platform (RFC 7519 §4.1, RFC 9068 §2.2 and our own names), so
 * that a tenant's source must not set it.
 * @param platformDomain every name that is an https URI on it or a subdomain is reserved
 */
export function isReservedClaim(name: string, platformDomain: string): boolean {
  if (reservedNames.has(name) || name.startsWith('_claim_') || name.startsWith('platform_'))
    return true;
  const host = parseUrl(name)?.hostname.replace(/\.$/, '');
  const domain = platformDomain.toLowerCase();
  return host !== undefined && domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}
