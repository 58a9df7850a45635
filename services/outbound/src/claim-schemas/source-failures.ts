import type { Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { recordEnded } from '../deliveries/ended-request.ts';
import { requestType } from './claim-source.ts';
import type { ClaimSourceAnswer } from './claim-source.ts';

const intervalMs = 60_000;

/** Shows failed calls in the deliveries of their endpoint, at most one per minute across all pods. */
export function sourceFailures(clock: () => number) {
  const shown = new LRUCache<string, number>({ max: 10_000 });
  const keyOf = (tenantId: string, endpointId: string): string => `${tenantId} ${endpointId}`;

  return {
    /** Whether a failure may be recorded, as far as this pod knows. */
    isDue: (tenantId: string, endpointId: string): boolean =>
      clock() - (shown.get(keyOf(tenantId, endpointId)) ?? -Infinity) >= intervalMs,

    /**
     * Records a failure, unless one was recorded within the minute. The endpoint's lane is locked,
     * which serializes pods.
     */
    async record(
      tx: Tx,
      endpointId: string,
      { requestId, deliveryId, attempt }: ClaimSourceAnswer,
    ): Promise<void> {
      const { tenantId } = tx.context;
      const now = clock();
      const bucket = `${requestType} ${endpointId}`;
      const taken = await tx.execute(
        `INSERT INTO rate_windows (tenant_id, bucket, window_start, used) SELECT $1, $2, $3, 1
         WHERE NOT EXISTS (SELECT FROM rate_windows WHERE tenant_id = $1 AND bucket = $2 AND window_start > $4)`,
        [tenantId, bucket, new Date(now), new Date(now - intervalMs)],
      );
      tx.afterCommit(() => shown.set(keyOf(tenantId, endpointId), now));
      if (taken === 0) return;
      await recordEnded(tx, {
        endpointId,
        deliveryId,
        event: { id: requestId, type: requestType },
        trigger: 'event',
        attempt,
      });
    },
  };
}

export type SourceFailures = ReturnType<typeof sourceFailures>;
