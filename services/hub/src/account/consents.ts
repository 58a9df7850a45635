import type { Tx } from '@platform/kit/database';
import { revokeUserGrants } from '../grants/grants.ts';
import { publishSessionEvent } from '../sessions/session-events.ts';
import type { EventOrigin } from '../sessions/session-events.ts';
import { deleteClientConsents, findClientConsent, upsertConsent } from './consent-store.ts';
import type { ConsentRecord, NewConsent } from './consent-store.ts';

export {
  deleteApiConsents as dropApiConsents,
  findClientConsent,
  listClientConsents,
  touchConsent,
} from './consent-store.ts';
export type { ApiScopes, ConsentRecord, NewConsent } from './consent-store.ts';

/**
 * Whether an earlier consent covers these scopes and claims. A scope of an API is covered by a consent for that API alone: another
 * one may have a scope with the same name.
 */
export function coversScopes(
  consent: Pick<ConsentRecord, 'scopes' | 'claims' | 'apiScopes'> | undefined,
  { scopes, claims, apiScopes }: Pick<NewConsent, 'scopes' | 'claims' | 'apiScopes'>,
): boolean {
  return (
    consent !== undefined &&
    scopes.every((scope) => consent.scopes.includes(scope)) &&
    claims.every((claim) => consent.claims.includes(claim)) &&
    Object.entries(apiScopes).every(([api, ofApi]) =>
      ofApi.every((scope) => consent.apiScopes[api]?.includes(scope)),
    )
  );
}

const distinct = (scopes: readonly string[]): string[] => [...new Set(scopes)];

/** Records a user's consent to an application. Publishes `user.consent_granted` unless an earlier consent covers it. */
export async function recordConsent(
  tx: Tx,
  consent: NewConsent,
  origin: EventOrigin,
): Promise<void> {
  const { userId, clientId, scopes, apiScopes } = consent;
  const known = await findClientConsent(tx, userId, clientId);
  if (coversScopes(known, consent)) return;
  await upsertConsent(tx, consent);
  await publishSessionEvent(tx, {
    type: 'user.consent_granted',
    userId,
    clientId,
    ...origin,
    more: { scopes: distinct([...scopes, ...Object.values(apiScopes).flat()]) },
  });
}

/** Revokes the consent of a user to one application, or to all. Returns the number of revoked consents. */
export async function revokeConsents(
  tx: Tx,
  userId: string,
  { clientId = null, reason }: { clientId?: string | null; reason: 'requested' | 'deleted' },
): Promise<number> {
  const revoked = await deleteClientConsents(tx, userId, clientId);
  for (const { clientId: id, scopes, apiScopes } of revoked) {
    await revokeUserGrants(tx, id, userId);
    await publishSessionEvent(tx, {
      type: 'user.consent_revoked',
      userId,
      clientId: id,
      more: { scopes: distinct([...scopes, ...Object.values(apiScopes).flat()]), reason },
    });
  }
  return revoked.length;
}
