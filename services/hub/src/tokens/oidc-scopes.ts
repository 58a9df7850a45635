import { claimsOfScopes } from '../userinfo/standard-claims.ts';

const standard: ReadonlySet<string> = new Set([
  'openid',
  'offline_access',
  ...Object.keys(claimsOfScopes),
]);

/** Whether a scope is one of OpenID Connect, which no API defines. */
export const isOidcScope = (scope: string): boolean => standard.has(scope);
