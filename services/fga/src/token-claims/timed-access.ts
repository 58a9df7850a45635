import type { ClaimsCallBody } from '@platform/contracts';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { PrincipalAccess } from '../roles/principal-access.ts';

/** The temporary part of a principal's access. Ends are in milliseconds since the epoch. */
export interface TimedAccess {
  scopes: string[];
  scopesEnd: number | undefined;
  roles: PrincipalAccess['elevatedRoles'];
  rolesEnd: number | undefined;
}

/** A shorter grant is over by the time that a token is issued. */
const shortestMs = 2_000;

export const earliest = (ends: readonly number[]): number | undefined =>
  ends.length === 0 ? undefined : Math.min(...ends);

/** The temporary grants that last long enough to go into a token. */
export async function timedAccess(
  clients: Pick<KnownClients, 'find'>,
  { elevated, elevatedRoles, roles }: PrincipalAccess,
  call: ClaimsCallBody,
  { now, wantsScopes }: { now: number; wantsScopes: boolean },
): Promise<TimedAccess> {
  const live = <T extends { expiresAt: string }>(all: readonly T[]): T[] =>
    all.filter((one) => Date.parse(one.expiresAt) > now + shortestMs);
  const ends = wantsScopes
    ? await scopeEnds(clients, live(elevated), call)
    : new Map<string, number>();
  const forNow = live(elevatedRoles).filter((role) => !roles.includes(role.key));
  return {
    scopes: [...ends.keys()].sort(),
    scopesEnd: earliest([...ends.values()]),
    roles: forNow,
    rolesEnd: earliest(forNow.map((role) => Date.parse(role.expiresAt))),
  };
}

/**
 * Scopes only in access tokens of users, and only those that the client may have: a low-trust
 * application never gets administrative access by its user's elevation.
 */
async function scopeEnds(
  clients: Pick<KnownClients, 'find'>,
  elevated: PrincipalAccess['elevated'],
  { tenantId, clientId, principal, tokenType }: ClaimsCallBody,
): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  if (elevated.length === 0 || principal.type !== 'user' || tokenType !== 'access_token')
    return ends;
  const allowed = new Set((await clients.find(tenantId, clientId))?.allowedScopes);
  for (const { scope, expiresAt } of elevated)
    if (allowed.has(scope)) ends.set(scope, Math.max(ends.get(scope) ?? 0, Date.parse(expiresAt)));
  return ends;
}
