import type { RowOf, Tx } from '@platform/kit/database';
import { now } from '@platform/kit/database';
import { idFromUuid, newId, uuidOf } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { relations } from '../generated/tables.ts';
import type { RevisionHints } from './revision-hints.ts';
import { defaultStore } from './store-key.ts';
import type { StoreContext } from './store-key.ts';
import { lockStore, storeNotFound } from './store-row.ts';

const rows = relations.table('fgaStores').pick('id', 'name', 'createdAt', 'updatedAt');
const live = rows.only({ deletedAt: null });

/** A store of a tenant; `uuid` is undefined for the default one, which has no name. */
export type NamedStore = Omit<RowOf<typeof rows>, 'id'> & { uuid: string | undefined };

const storeOf = ({ id, ...store }: RowOf<typeof rows>): NamedStore => ({
  ...store,
  uuid: id === defaultStore ? undefined : id,
});

const inUse = (tx: Tx, storeUuid: string): Tx => ({
  ...tx,
  context: { ...tx.context, storeUuid } as Tx['context'] & StoreContext,
});

/** Shows a store's rows to the statements that follow, if the tenant has it; `condition` narrows the search. */
const openStoreRows = async (tx: Tx, uuid: string, condition: string): Promise<boolean> =>
  (await tx.row(
    `SELECT set_config('platform.store_uuid', id::text, true) AS in_use FROM fga_stores WHERE tenant_id = $1 AND id = $2 ${condition}`,
    [tx.context.tenantId, uuid],
  )) !== undefined;

/** The transaction, working in this store from now on; undefined if the tenant does not have it. */
export async function findStoreIn(tx: Tx, uuid: string | undefined): Promise<Tx | undefined> {
  if (uuid === undefined) return tx;
  return (await openStoreRows(tx, uuid, 'AND deleted_at IS NULL')) ? inUse(tx, uuid) : undefined;
}

const leaveStore = (tx: Tx): Promise<number> =>
  tx.execute(`SELECT set_config('platform.store_uuid', '', true)`);

/** Tables of a store that name the tenant too, in the order in which a deleted store loses its rows. */
const contents = ['fga_changes', 'fga_models'] as const;

/** Deletes up to `limit` rows of a deleted store; 0 when it is gone, with its own row. */
async function purgeStep(tx: Tx, uuid: string, limit: number): Promise<number> {
  if (!(await openStoreRows(tx, uuid, ''))) return 0;
  const tuples = await tx.execute(
    'DELETE FROM relation_tuples WHERE ctid = ANY (ARRAY(SELECT ctid FROM relation_tuples WHERE tenant_id = $1 LIMIT $2)) AND tenant_id = $1',
    [uuid, limit],
  );
  if (tuples > 0) return tuples;
  for (const table of contents) {
    const removed = await tx.execute(
      `DELETE FROM ${table} WHERE tenant_id = $1 AND store_id = $2 AND (tableoid, ctid) IN (SELECT tableoid, ctid FROM ${table} WHERE tenant_id = $1 AND store_id = $2 LIMIT $3)`,
      [tx.context.tenantId, uuid, limit],
    );
    if (removed > 0) return removed;
  }
  return rows.delete(tx, { id: uuid });
}

/**
 * The named stores of tenants. Each has models and tuples of its own; the default store, which every tenant has, needs no name.
 */
export const namedStores = ({ hints }: { hints: RevisionHints }) => ({
  /** The transaction, working in this store from now on; 404 if the tenant does not have it. */
  async enter(tx: Tx, uuid: string | undefined): Promise<Tx> {
    const entered = await findStoreIn(tx, uuid);
    if (!entered) throw storeNotFound();
    return entered;
  },

  /** Runs work in each store of the tenant, the default one first, and leaves the transaction in the default one. */
  async inEach<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T[]> {
    const results = [await work(tx)];
    for (const { id } of await live.list(tx, { orderBy: 'id' })) {
      const own = id === defaultStore ? undefined : await findStoreIn(tx, id);
      if (own) results.push(await work(own));
    }
    await leaveStore(tx);
    return results;
  },

  /** The stores with rows, oldest first. A default store has one after its first write. */
  list: async (tx: Tx): Promise<NamedStore[]> =>
    (await live.list(tx, { orderBy: 'id' })).map(storeOf),

  /** 404 if the tenant does not have it. */
  async get(tx: Tx, uuid: string): Promise<NamedStore> {
    const store = await live.find(tx, { id: uuid });
    if (!store) throw storeNotFound();
    return storeOf(store);
  },

  /** 422 `limit_exceeded` for more than `max`. */
  async create(tx: Tx, name: string, max: number): Promise<NamedStore> {
    // One creation at a time.
    await lockStore(tx);
    const kept = await live.list(tx, { orderBy: 'id' });
    if (kept.filter(({ id }) => id !== defaultStore).length >= max) {
      const detail = `A tenant can have at most ${max} named stores`;
      throw problem('limit_exceeded', {
        detail,
        errors: [{ pointer: '', code: 'max_stores_per_tenant', detail }],
      });
    }
    const id = newId('fgaStore');
    const store = await rows.insertReturning(tx, { id: uuidOf('fgaStore', id), name });
    await tx.publish({
      type: 'fga.store_created',
      subject: { type: 'fga_store', id },
      data: { id, name },
    });
    return storeOf(store);
  },

  /** Takes a store away; {@link purge} deletes what it contains. 404 if the tenant does not have it. */
  async delete(tx: Tx, uuid: string): Promise<void> {
    const own = await findStoreIn(tx, uuid);
    const gone = await relations
      .table('fgaStores')
      .only({ deletedAt: null })
      .updateReturning(tx, { id: uuid }, (of) => ({
        deletedAt: now,
        revision: of('revision', '+', 1),
      }));
    if (!own || !gone) throw storeNotFound();
    hints.announce(own, { from: gone.revision - 1, to: gone.revision, touched: ['*'] });
    const id = idFromUuid('fgaStore', uuid);
    await tx.publish({
      type: 'fga.store_deleted',
      subject: { type: 'fga_store', id },
      data: { id, name: gone.name },
    });
  },

  /** UUIDs of all named stores, also of those that are being deleted. */
  uuids: async (tx: Tx): Promise<string[]> =>
    (await rows.list(tx, { orderBy: 'id' }))
      .map(({ id }) => id)
      .filter((id) => id !== defaultStore),

  /** Deletes up to `limit` rows of a store; 0 when nothing is left of it. */
  purge: purgeStep,
});
