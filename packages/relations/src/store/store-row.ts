import type { Tx, RowOf } from '@platform/kit/database';
import { now } from '@platform/kit/database';
import type { ConsistencyTokens } from './consistency-token.ts';
import { relations } from '../generated/tables.ts';

const stores = relations.table('fgaStores').omit('createdAt');

/** The state of a tenant's store. */
export type StoreRow = RowOf<typeof stores>;

/** The store of the transaction's tenant; undefined before its first write. */
export const findStore = (tx: Tx): Promise<StoreRow | undefined> => stores.find(tx, {});

/** The store row, created at first use; not locked. */
export async function openStore(tx: Tx): Promise<StoreRow> {
  const known = await findStore(tx);
  if (known) return known;
  await stores.insertIfAbsent(tx, {});
  return (await findStore(tx))!;
}

/** The store row, locked until the end of the transaction. */
export async function lockStore(tx: Tx): Promise<StoreRow> {
  await openStore(tx);
  return (await stores.lock(tx, {}))!;
}

/** Adds one model, or removes one; the revision stays. */
export const countModels = (tx: Tx, by: number): Promise<number> =>
  stores.update(tx, {}, (of) => ({ modelCount: of('modelCount', '+', by), updatedAt: now }));

/** Moves the pointer to the active model and raises the revision, which it returns. */
export async function moveActiveModel(tx: Tx, activeModelId: string): Promise<number> {
  const moved = await stores.updateReturning(tx, {}, (of) => ({
    activeModelId,
    revision: of('revision', '+', 1),
    updatedAt: now,
  }));
  return moved!.revision;
}

/** Reads the state of a tenant's store, which is empty before its first write, with a token of its revision. */
export const storeState = (tokens: ConsistencyTokens) => async (tx: Tx) => {
  const {
    activeModelId = null,
    revision = 0,
    tupleCount = 0,
    modelCount = 0,
    updatedAt = new Date(0),
  } = (await findStore(tx)) ?? {};
  const consistencyToken = tokens.encode(tx.context.tenantId, revision);
  return { activeModelId, revision, tupleCount, modelCount, updatedAt, consistencyToken };
};
