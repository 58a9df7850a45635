import type { Tx } from '@platform/kit/database';
import { destinations } from '@platform/kit/delivery';
import type { HeldDestination } from '@platform/kit/delivery';
import { cursorRecord } from './cursor-record.ts';
import type { CursorRow, SinkCursor } from './cursor-record.ts';

/** The leases of sinks, on the rows of their cursors. */
export const sinkDestinations = destinations({
  table: 'siem_cursors',
  id: 'sink_id',
  dueAt: 'next_due_at',
  mayRun: 'active AND NOT suspended AND NOT unentitled',
  priorityClass: 'standing',
});

/** The cursor, locked by its holder; undefined once another holds it, or the sink is gone. */
export async function lockHeldCursor(
  tx: Tx,
  { destinationId, epoch }: HeldDestination,
): Promise<SinkCursor | undefined> {
  const row = await tx.row<CursorRow>(
    `SELECT * FROM siem_cursors WHERE tenant_id = $1 AND sink_id = $2 AND ${sinkDestinations.isHeld('$3')} FOR UPDATE`,
    [tx.context.tenantId, destinationId, epoch],
  );
  return row && cursorRecord(row);
}
