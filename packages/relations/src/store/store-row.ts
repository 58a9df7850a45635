import type { Tx, RowOf } from '@platform/kit/database';
import { now } from '@platform/kit/database';
import { idFromUuid } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { ConsistencyTokens } from './consistency-token.ts';
import { relations } from '../generated/tables.ts';
import { namedStoreOf, storeIdOf, storeKeyOf } from './store-key.ts';

const stores = relations
  .table('fgaStores')
  .pick('activeModelId', 'revision', 'tupleCount', 'modelCount', 'updatedAt');

/** 404 for a store that the tenant does not have. */
export const storeNotFound = (): Problem => {
  const detail = 'The store does not exist';
  return problem('not_found', { detail, errors: [{ code: 'store_not_found', detail }] });
};

/** The id of a store in events: that of the default store is the tenant's. */
export function storeSubject(tx: Tx): { type: 'fga_store'; id: string } {
  const uuid = namedStoreOf(tx);
  const id = uuid === undefined ? tx.context.tenantId : idFromUuid('fgaStore', uuid);
  return { type: 'fga_store', id };
}

/** The state of a store. */
export type StoreRow = RowOf<typeof stores>;

/** The store that the transaction works in; undefined for a default store before its first write. */
export const findStore = (tx: Tx): Promise<StoreRow | undefined> =>
  stores.find(tx, { id: storeIdOf(tx) });

/** The store row, created at the first use of a default store; not locked. */
export async function openStore(tx: Tx): Promise<StoreRow> {
  const known = await findStore(tx);
  if (known) return known;
  if (namedStoreOf(tx) !== undefined) throw storeNotFound();
  await stores.insertIfAbsent(tx, {});
  return (await findStore(tx))!;
}

/** The store row, locked until the end of the transaction. */
export async function lockStore(tx: Tx): Promise<StoreRow> {
  await openStore(tx);
  return (await stores.lock(tx, { id: storeIdOf(tx) }))!;
}

/** Adds one model, or removes one; the revision stays. */
export const countModels = (tx: Tx, by: number): Promise<number> =>
  stores.update(tx, { id: storeIdOf(tx) }, (of) => ({
    modelCount: of('modelCount', '+', by),
    updatedAt: now,
  }));

/** The models of all stores of the tenant. */
export const modelsOfTenant = async (tx: Tx): Promise<number> =>
  (await stores.list(tx, { orderBy: 'id' })).reduce((sum, { modelCount }) => sum + modelCount, 0);

/** Moves the pointer to the active model and raises the revision, which it returns. */
export async function moveActiveModel(tx: Tx, activeModelId: string): Promise<number> {
  const moved = await stores.updateReturning(tx, { id: storeIdOf(tx) }, (of) => ({
    activeModelId,
    revision: of('revision', '+', 1),
    updatedAt: now,
  }));
  return moved!.revision;
}

/** Reads the state of a store, which is empty before its first write, with a token of its revision. */
export const storeState = (tokens: ConsistencyTokens) => async (tx: Tx) => {
  const {
    activeModelId = null,
    revision = 0,
    tupleCount = 0,
    modelCount = 0,
    updatedAt = new Date(0),
  } = (await findStore(tx)) ?? {};
  const consistencyToken = tokens.encode(storeKeyOf(tx.context), revision);
  return { activeModelId, revision, tupleCount, modelCount, updatedAt, consistencyToken };
};
