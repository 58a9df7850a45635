import type { Tx, TxContext } from '@platform/kit/database';
import type { RelationEngine, SnapshotSource } from '@platform/relations';
import { openfgaProblem } from './openfga-problem.ts';
import { storeUuidOf } from './openfga-ids.ts';

const noStore = () => openfgaProblem('store_id_not_found', 'Store ID not found', 'not_found');

/** The UUID of a store, undefined for the default one. 404 for an id that no store can have. */
export function storeUuidIn({ tenantId }: Pick<TxContext, 'tenantId'>, ulid: string) {
  const uuid = storeUuidOf(tenantId, ulid);
  if (uuid === null) throw noStore();
  return uuid;
}

/** The transaction, working in this store; 404 if the tenant does not have it. */
export const enterStore = (
  { stores }: Pick<RelationEngine, 'stores'>,
  tx: Tx,
  ulid: string,
): Promise<Tx> => stores.enter(tx, storeUuidIn(tx.context, ulid));

/** Reads in this store; 404 if the tenant does not have it. */
export const readsIn =
  (
    engine: Pick<RelationEngine, 'stores'>,
    read: SnapshotSource['read'],
    ulid: string,
  ): SnapshotSource['read'] =>
  (work) =>
    read(async (tx) => work(await enterStore(engine, tx, ulid)));

/** A source of snapshots of this store. The snapshot itself finds out whether the tenant has it. */
export function sourceIn(
  { context, read }: { context: TxContext; read: SnapshotSource['read'] },
  ulid: string,
): SnapshotSource {
  const { tenantId } = context;
  const own = { tenantId, storeUuid: storeUuidIn(context, ulid) };
  return {
    context: own,
    read: (work) => read((tx) => work({ ...tx, context: { ...tx.context, ...own } })),
  };
}
