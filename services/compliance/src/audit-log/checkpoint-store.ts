import type { Tx, WorkerTx } from '@platform/kit/database';

/** A signed head of a chain. */
export interface StoredCheckpoint {
  seq: number;
  hash: string;
  previousSeq: number | null;
  at: Date;
  jws: string;
  kid: string;
}

/** Tenants whose chains have grown since their last checkpoint. */
export const listUnsealedTenants = async (
  tx: WorkerTx,
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await tx.rows<{ tenantId: string }>(
      'SELECT tenant_id FROM audit_heads WHERE last_seq > sealed_seq AND tenant_id > $1 ORDER BY tenant_id LIMIT $2',
      [after, limit],
    )
  ).map(({ tenantId }) => tenantId);

/** The head that is to be sealed. */
export interface UnsealedHead {
  seq: number;
  hash: string;
  sealedSeq: number;
}

export const findUnsealedHead = (tx: Tx): Promise<UnsealedHead | undefined> =>
  tx.row<UnsealedHead>(
    'SELECT last_seq AS seq, last_hash AS hash, sealed_seq FROM audit_heads WHERE tenant_id = $1 AND last_seq > sealed_seq',
    [tx.context.tenantId],
  );

/** Moves the seal forward; false where another pod has. */
export const sealHead = async (tx: Tx, from: number, to: number): Promise<boolean> =>
  (await tx.execute(
    'UPDATE audit_heads SET sealed_seq = $3 WHERE tenant_id = $1 AND sealed_seq = $2',
    [tx.context.tenantId, from, to],
  )) === 1;

export const insertCheckpoint = (tx: Tx, c: StoredCheckpoint): Promise<number> =>
  tx.execute(
    'INSERT INTO audit_checkpoints (tenant_id, seq, hash, previous_seq, at, jws, kid) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [tx.context.tenantId, c.seq, c.hash, c.previousSeq, c.at, c.jws, c.kid],
  );

/** Checkpoints of a stretch of the chain, oldest first. */
export const listCheckpoints = async (
  tx: Tx,
  { from, to }: { from: number; to: number },
): Promise<string[]> =>
  (
    await tx.rows<{ jws: string }>(
      'SELECT jws FROM audit_checkpoints WHERE tenant_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq',
      [tx.context.tenantId, from, to],
    )
  ).map(({ jws }) => jws);
