import type { Tx } from '@platform/kit/database';
import { destinations } from '@platform/kit/delivery';
import type { HeldDestination } from '@platform/kit/delivery';
import { dateOrNull, laneRecord } from './lane-record.ts';
import type { LaneRecord, LaneRow } from './lane-record.ts';

/** The leases of lanes. */
export const laneDestinations = destinations({
  table: 'webhook_lanes',
  id: 'endpoint_id',
  dueAt: 'next_due_at',
  mayRun: 'NOT suspended AND NOT unentitled',
  priorityClass: 'standing',
});

/** A lane, locked by its holder; undefined once another holds it, or it is gone. */
export async function lockHeldLane(
  tx: Tx,
  { destinationId, epoch }: HeldDestination,
): Promise<LaneRecord | undefined> {
  const row = await tx.row<LaneRow>(
    `SELECT * FROM webhook_lanes WHERE tenant_id = $1 AND endpoint_id = $2 AND ${laneDestinations.isHeld('$3')} FOR UPDATE`,
    [tx.context.tenantId, destinationId, epoch],
  );
  return row && laneRecord(row);
}

/** The holder is done for now. Without open deliveries the lane is idle. */
export const releaseLane = (
  tx: Tx,
  endpointId: string,
  nextDueAt: number | null,
): Promise<number> =>
  tx.execute(
    `UPDATE webhook_lanes SET leased_until = NULL, next_due_at = $3, open_since = CASE WHEN $3::timestamptz IS NOT NULL THEN open_since END
   WHERE tenant_id = $1 AND endpoint_id = $2`,
    [tx.context.tenantId, endpointId, dateOrNull(nextDueAt)],
  );
