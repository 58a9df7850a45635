import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { LRUCache } from 'lru-cache';
import type { EnrichmentFailed } from './enrichment-failed.ts';

/** Tells tenants and operators of failed enrichment, at most once a minute and client, whichever pods it happens in. */
export type FailureNotice = (
  client: { tenantId: string; clientId: string; failureMode: 'omit' | 'deny' },
  failure: EnrichmentFailed,
) => Promise<void>;

const minuteMs = 60_000;
/** How soon a pod looks again when another one told. */
const lookAgainMs = 10_000;

/** 0 when it was told within the last minute, or there is no webhook any more. */
const markTold = (tx: Tx, clientId: string): Promise<number> =>
  tx.execute(
    `UPDATE claims_webhook SET failure_told_at = now()
   WHERE tenant_id = $1 AND client_id = $2 AND (failure_told_at IS NULL OR failure_told_at <= now() - interval '1 minute')`,
    [tx.context.tenantId, clientId],
  );

/** A notice that fails is no reason to fail for a token: it is logged, and tried again with the next failure. */
export function failureNotice({
  db,
  log,
  now = () => performance.now(),
  max = 10_000,
}: {
  db: Database;
  log: Logger;
  now?: () => number;
  max?: number;
}): FailureNotice {
  const quietUntil = new LRUCache<string, number>({ max });

  return async ({ tenantId, clientId, failureMode }, { reason, cause }) => {
    const key = `${tenantId} ${clientId}`;
    if (now() < (quietUntil.get(key) ?? -Infinity)) return;
    quietUntil.set(key, now() + lookAgainMs);
    try {
      await db.transact({ tenantId, actor: { type: 'system', id: 'hub' } }, async (tx) => {
        if ((await markTold(tx, clientId)) === 0) return;
        await tx.publish({
          type: 'token_claims.enrichment_failed',
          subject: { type: 'client', id: clientId },
          data: { client: { id: clientId }, reason, failureMode },
        });
        tx.afterCommit(() => {
          quietUntil.set(key, now() + minuteMs);
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
