import { fromNow, now } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { LRUCache } from 'lru-cache';
import { hub } from '../generated/tables.ts';
import type { EnrichmentFailed } from './enrichment-failed.ts';

/** Notifies tenants and operators of failed enrichment, at most once per minute and client across pods. */
export type FailureNotice = (
  client: { tenantId: string; clientId: string; failureMode: 'omit' | 'deny' },
  failure: EnrichmentFailed,
) => Promise<void>;

const minuteMs = 60_000;
/** How long a pod waits after another one announced the failure. */
const retryMs = 10_000;

/** Returns 0 if a failure was announced within the last minute, or the webhook was deleted. */
const markAnnounced = (tx: Tx, clientId: string): Promise<number> =>
  hub
    .table('claimsWebhook')
    .only((of) =>
      of.or([of('failureToldAt', 'is', null), of('failureToldAt', '<=', fromNow(-minuteMs))]),
    )
    .update(tx, { clientId }, { failureToldAt: now });

/** A failed notice does not fail the token. It is logged, and retried with the next failure. */
export function failureNotice({
  db,
  log,
  clock = () => performance.now(),
  max = 10_000,
}: {
  db: Database;
  log: Logger;
  clock?: () => number;
  max?: number;
}): FailureNotice {
  const quietUntil = new LRUCache<string, number>({ max });

  return async ({ tenantId, clientId, failureMode }, { reason, cause }) => {
    const key = `${tenantId} ${clientId}`;
    if (clock() < (quietUntil.get(key) ?? -Infinity)) return;
    quietUntil.set(key, clock() + retryMs);
    try {
      await db.transact({ tenantId, actor: { type: 'system', id: 'hub' } }, async (tx) => {
        if ((await markAnnounced(tx, clientId)) === 0) return;
        await tx.publish({
          type: 'token_claims.enrichment_failed',
          subject: { type: 'client', id: clientId },
          data: { client: { id: clientId }, reason, failureMode },
        });
        tx.afterCommit(() => {
          quietUntil.set(key, clock() + minuteMs);
          log.warn(
            { tenantId, clientId, reason, failureMode, err: cause },
            'claims could not be added to a token',
          );
        });
      });
    } catch (error) {
      quietUntil.delete(key);
      log.warn(
        { err: error, tenantId, clientId, reason },
        'the event of a failed enrichment was not published',
      );
    }
  };
}
