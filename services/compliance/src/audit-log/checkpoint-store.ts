import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const heads = compliance.table('auditHeads');
const unsealedHeads = heads.only((of) => of('lastSeq', '>', of.ref('sealedSeq')));
const checkpoints = compliance.table('auditCheckpoints');

/** The signed head of a chain. */
export type StoredCheckpoint = RowOf<typeof checkpoints>;

/** Lists tenants whose chains have grown since their last checkpoint. */
export const listUnsealedTenants = async (
  tx: WorkerTx,
  after: string,
  limit: number,
): Promise<string[]> => {
  const unsealed = compliance.query
    .selectFrom('auditHeads')
    .select('tenantId')
    .whereRef('lastSeq', '>', 'sealedSeq')
    .where('tenantId', '>', after)
    .orderBy('tenantId')
    .limit(limit);
  return (await tx.rows(unsealed)).map(({ tenantId }) => tenantId);
};

/** Returns the head to seal. */
export const findUnsealedHead = (tx: Tx): Promise<RowOf<typeof heads> | undefined> =>
  unsealedHeads.find(tx, {});

/** Advances the seal; false if another pod has done so. */
export const sealHead = async (tx: Tx, from: number, to: number): Promise<boolean> =>
  (await heads.update(tx, { sealedSeq: from }, { sealedSeq: to })) === 1;

export const insertCheckpoint = (tx: Tx, checkpoint: StoredCheckpoint): Promise<number> =>
  checkpoints.insert(tx, checkpoint);

/** Lists the checkpoints of a stretch of the chain, oldest first. */
export const listCheckpoints = (
  tx: Tx,
  { from, to }: { from: number; to: number },
): Promise<Pick<StoredCheckpoint, 'seq' | 'jws'>[]> =>
  tx.rows(
    checkpoints
      .pick('seq', 'jws')
      .select(tx)
      .where((of) => of.between('seq', from, to))
      .orderBy('seq'),
  );
