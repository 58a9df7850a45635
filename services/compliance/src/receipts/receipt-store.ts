import type { Tx } from '@platform/kit/database';

/** A receipt as it was issued. */
export interface ReceiptRow {
  id: string;
  consentId: string;
  seq: number;
  jws: string;
  kid: string;
  conformsTo: string[];
  missingFields: string[];
  issuedAt: Date;
}

export const findReceipt = (
  tx: Tx,
  consentId: string,
  seq: number,
): Promise<ReceiptRow | undefined> =>
  tx.row(
    `SELECT id, consent_id, seq, jws, kid, conforms_to, missing_fields, issued_at
     FROM consent_receipts WHERE tenant_id = $1 AND consent_id = $2 AND seq = $3`,
    [tx.context.tenantId, consentId, seq],
  );

/** False where another request was first. */
export const insertReceipt = async (tx: Tx, r: ReceiptRow): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO consent_receipts (tenant_id, consent_id, seq, id, jws, kid, conforms_to, missing_fields, issued_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      r.consentId,
      r.seq,
      r.id,
      r.jws,
      r.kid,
      r.conformsTo,
      r.missingFields,
      r.issuedAt,
    ],
  )) === 1;

export const deleteReceipts = (tx: Tx, consentIds: readonly string[]): Promise<number> =>
  tx.execute('DELETE FROM consent_receipts WHERE tenant_id = $1 AND consent_id = ANY($2)', [
    tx.context.tenantId,
    consentIds,
  ]);
