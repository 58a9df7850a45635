import type { Tx } from '@platform/kit/database';
import type { HoldRecord } from './erasure-record.ts';

const columns = `id, state, source, source_id, reason_code, reason, external_reference,
  raised_by, raised_at, expires_at, lifted_by, lifted_at,
  is_overridden`;

/** Every hold of a request, oldest first. */
export const listHolds = (tx: Tx, requestId: string): Promise<HoldRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM erasure_holds WHERE tenant_id = $1 AND request_id = $2 ORDER BY id`,
    [tx.context.tenantId, requestId],
  );

/** What a new hold holds. */
export type NewHold = Pick<
  HoldRecord,
  | 'id'
  | 'source'
  | 'sourceId'
  | 'reasonCode'
  | 'reason'
  | 'externalReference'
  | 'raisedAt'
  | 'expiresAt'
>;

export async function insertHold(tx: Tx, requestId: string, h: NewHold): Promise<HoldRecord> {
  const [row] = await tx.rows<HoldRecord & Record<string, unknown>>(
    `INSERT INTO erasure_holds (tenant_id, id, request_id, state, source, source_id, reason_code, reason, external_reference, raised_by,
       raised_at, expires_at)
     VALUES ($1, $2, $3, 'active', $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${columns}`,
    [
      tx.context.tenantId,
      h.id,
      requestId,
      h.source,
      h.sourceId,
      h.reasonCode,
      h.reason,
      h.externalReference,
      JSON.stringify(tx.context.actor),
      h.raisedAt,
      h.expiresAt,
    ],
  );
  return row as HoldRecord;
}

/** How a hold ends. */
export interface HoldEnd {
  state: 'lifted' | 'expired';
  at: Date;
  isOverridden?: boolean;
}

export async function endHold(
  tx: Tx,
  id: string,
  { state, at, isOverridden = false }: HoldEnd,
): Promise<HoldRecord> {
  const [row] = await tx.rows<HoldRecord & Record<string, unknown>>(
    `UPDATE erasure_holds SET state = $3, lifted_by = $4, lifted_at = $5, is_overridden = $6
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [tx.context.tenantId, id, state, JSON.stringify(tx.context.actor), at, isOverridden],
  );
  return row as HoldRecord;
}

/** What a veto client or a service says again of its hold. */
export const updateHold = (
  tx: Tx,
  id: string,
  { reasonCode, reason, expiresAt }: Pick<HoldRecord, 'reasonCode' | 'reason' | 'expiresAt'>,
): Promise<number> =>
  tx.execute(
    'UPDATE erasure_holds SET reason_code = $3, reason = $4, expires_at = $5 WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id, reasonCode, reason, expiresAt],
  );

/** Removes what callers wrote into the holds of a request: it may name the person. */
export const redactHolds = (tx: Tx, requestId: string): Promise<number> =>
  tx.execute(
    `UPDATE erasure_holds SET reason = '', external_reference = NULL WHERE tenant_id = $1 AND request_id = $2`,
    [tx.context.tenantId, requestId],
  );

/** Requests that a veto client holds, in the order in which they are locked. */
export const listHeldBy = (
  tx: Tx,
  vetoClientId: string,
): Promise<{ requestId: string; holdId: string }[]> =>
  tx.rows(
    `SELECT request_id, id AS hold_id FROM erasure_holds
     WHERE tenant_id = $1 AND source = 'veto' AND source_id = $2 AND state = 'active' ORDER BY request_id`,
    [tx.context.tenantId, vetoClientId],
  );
