import type { Tx } from '@platform/kit/database';
import { revokeUserGrants } from '../grants/grants.ts';
import { publishSessionEvent } from '../sessions/session-events.ts';
import type { EventOrigin } from '../sessions/session-events.ts';
import { deleteClientConsents, findClientConsent, upsertConsent } from './consent-store.ts';
import type { NewConsent } from './consent-store.ts';

export { findClientConsent, listClientConsents, touchConsent } from './consent-store.ts';
export type { ConsentRecord, NewConsent } from './consent-store.ts';

/** Whether an earlier consent covers these scopes and claims. */
export function coversScopes(
  consent: { scopes: readonly string[]; claims: readonly string[] } | undefined,
  { scopes, claims }: Pick<NewConsent, 'scopes' | 'claims'>,
): boolean {
  return (
    consent !== undefined &&
    scopes.every((scope) => consent.scopes.includes(scope)) &&
    claims.every((claim) => consent.claims.includes(claim))
  );
}

/** Records a user's consent to an application. Publishes `user.consent_granted` unless an earlier consent covers it. */
export async function recordConsent(
  tx: Tx,
  consent: NewConsent,
  origin: EventOrigin,
): Promise<void> {
  const { userId, clientId, scopes } = consent;
  const known = await findClientConsent(tx, userId, clientId);
  if (coversScopes(known, consent)) return;
  await upsertConsent(tx, consent);
  await publishSessionEvent(tx, {
    type: 'user.consent_granted',
    userId,
    clientId,
    ...origin,
    more: { scopes: [...scopes] },
  });
}

/** Revokes the consent of a user to one application, or to all. Returns the number of revoked consents. */
export async function revokeConsents(
  tx: Tx,
  userId: string,
  { clientId = null, reason }: { clientId?: string | null; reason: 'requested' | 'deleted' },
): Promise<number> {
  const revoked = await deleteClientConsents(tx, userId, clientId);
  for (const { clientId: id, scopes } of revoked) {
    await revokeUserGrants(tx, id, userId);
    await publishSessionEvent(tx, {
      type: 'user.consent_revoked',
      userId,
      clientId: id,
      more: { scopes, reason },
    });
  }
  return revoked.length;
}
