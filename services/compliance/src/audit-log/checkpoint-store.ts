import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const heads = compliance.table('auditHeads');
const sealDue = heads.pick('sealDueAt');
const unsealedHeads = heads.only((of) => of('lastSeq', '>', of.ref('sealedSeq')));
const sealedHeads = heads.only((of) => of('lastSeq', '=', of.ref('sealedSeq')));
const checkpoints = compliance.table('auditCheckpoints');

/** The signed head of a chain. */
export type StoredCheckpoint = RowOf<typeof checkpoints>;

/** Lists tenants whose chains are due to be sealed, the longest due first. */
export const listDueTenants = async (tx: WorkerTx, limit: number): Promise<string[]> =>
  (await sealDue.due(tx, 'sealDueAt', limit)).map(({ tenantId }) => tenantId);

/** Lists tenants whose chains have grown and are not due at any time. */
export const listUnscheduledTenants = async (
  tx: WorkerTx,
  after: string,
  limit: number,
): Promise<string[]> => {
  const unscheduled = compliance.query
    .selectFrom('auditHeads')
    .select('tenantId')
    .whereRef('lastSeq', '>', 'sealedSeq')
    .where('sealDueAt', 'is', null)
    .where('tenantId', '>', after)
    .orderBy('tenantId')
    .limit(limit);
  return (await tx.rows(unscheduled)).map(({ tenantId }) => tenantId);
};

/** Returns the head to seal. */
export const findUnsealedHead = (tx: Tx): Promise<RowOf<typeof heads> | undefined> =>
  unsealedHeads.find(tx, {});

/**
 * Advances the seal; false if another pod has done so. Records that were added in the meantime are
 * due at `nextAt`.
 */
export const sealHead = async (
  tx: Tx,
  { from, to, nextAt }: { from: number; to: number; nextAt: Date },
): Promise<boolean> =>
  (await heads.update(tx, { sealedSeq: from }, (of) => ({
    sealedSeq: of.val(to),
    sealDueAt: of
      .case()
      .when('lastSeq', '=', to)
      .then(of.cast<Date | null>(of.val(null), 'timestamptz'))
      .else(of.cast<Date | null>(of.val(nextAt), 'timestamptz'))
      .end(),
  }))) === 1;

/** Sets the time at which the tenant's chain is sealed. */
export const scheduleSeal = (tx: Tx, sealDueAt: Date): Promise<number> =>
  unsealedHeads.update(tx, {}, { sealDueAt });

/** Takes a chain that is sealed to its head off the schedule. */
export const unscheduleSealed = (tx: Tx): Promise<number> =>
  sealedHeads.update(tx, {}, { sealDueAt: null });

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
