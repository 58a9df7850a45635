import type { Tx } from '@platform/kit/database';

/** Whether what `isFirstTime` has recorded is younger than this. */
export const wasConsumedWithin = async (
  tx: Tx,
  { purpose, eventId }: { purpose: string; eventId: string },
  seconds: number,
): Promise<boolean> =>
  (await tx.row(
    `SELECT FROM consumed_event WHERE tenant_id = $1 AND purpose = $2 AND event_id = $3
       AND consumed_at > now() - make_interval(secs => $4)`,
    [tx.context.tenantId, purpose, eventId, seconds],
  )) !== undefined;
