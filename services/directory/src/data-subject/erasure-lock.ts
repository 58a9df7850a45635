import type { Tx } from '@platform/kit/database';

/** Who is under which erasure request, and the status to return to. */
export interface ErasureLock {
  requestId: string | null;
  statusBefore: string | null;
  reasonBefore: string | null;
}

export async function findErasureLock(tx: Tx, userId: string): Promise<ErasureLock | undefined> {
  return tx.row<ErasureLock & Record<string, unknown>>(
    `SELECT erasure_request_id AS request_id, status_before_erasure AS status_before, status_reason_before_erasure AS reason_before
     FROM users WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, userId],
  );
}

export async function setErasureLock(tx: Tx, userId: string, lock: ErasureLock): Promise<void> {
  await tx.execute(
    'UPDATE users SET erasure_request_id = $3, status_before_erasure = $4, status_reason_before_erasure = $5 WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, userId, lock.requestId, lock.statusBefore, lock.reasonBefore],
  );
}
