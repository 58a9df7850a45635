import { coversScopes } from '../account/consents.ts';
import type { ConsentRecord } from '../account/consents.ts';
import type { GrantedScopes, RequestedApi } from './granted-scopes.ts';

/** Removes the scopes that a user has not consented to. Consent to sensitive ones is never remembered. */
export function consentedScopes(
  { id, scopes }: Pick<RequestedApi, 'id' | 'scopes'>,
  consent: ConsentRecord | undefined,
  { granted, left }: GrantedScopes,
): GrantedScopes {
  const sensitive = new Set(scopes.filter((scope) => scope.sensitive).map(({ name }) => name));
  const isCovered = (scope: string): boolean =>
    !sensitive.has(scope) &&
    coversScopes(consent, { scopes: [], claims: [], apiScopes: { [id]: [scope] } });
  const missing = granted.filter((scope) => !isCovered(scope));
  return {
    granted: granted.filter(isCovered),
    left: [...left, ...missing.map((scope) => ({ scope, reason: 'consent_required' as const }))],
  };
}
