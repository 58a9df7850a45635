import type { OpenfgaStoreResource, openfgaOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { Jobs } from '@platform/kit/jobs';
import type { NamedStore, RelationEngine } from '@platform/relations';
import { storeUlid, ulidTime } from './openfga-ids.ts';
import { openfgaProblem } from './openfga-problem.ts';
import { pageOf, positionIn } from './openfga-paging.ts';
import { storePurgeKind } from './store-purge.ts';
import { storeUuidIn } from './store-scope.ts';

const defaultName = 'default';

type StoreOperation =
  'openfgaListStores' | 'openfgaCreateStore' | 'openfgaGetStore' | 'openfgaDeleteStore';

/** A store as OpenFGA shows it. A default store without a row is as old as its tenant. */
function wireStore(tenantId: string, store?: NamedStore): OpenfgaStoreResource {
  const id = storeUlid(tenantId, store?.uuid);
  const { createdAt = ulidTime(id), updatedAt = createdAt, name } = store ?? {};
  return {
    id,
    name: name ?? defaultName,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    deleted_at: null,
  };
}

/** The stores of a tenant: the default one, then the others in the order of their creation. */
async function allStores(
  { stores }: Pick<RelationEngine, 'stores'>,
  tx: Tx,
): Promise<OpenfgaStoreResource[]> {
  const found = await stores.list(tx);
  const own = found.find(({ uuid }) => uuid === undefined);
  const others = found.filter(({ uuid }) => uuid !== undefined);
  const { tenantId } = tx.context;
  return [wireStore(tenantId, own), ...others.map((store) => wireStore(tenantId, store))];
}

export const storeOperations = ({
  engine,
  cursors,
  jobs,
  maxStores,
}: {
  engine: Pick<RelationEngine, 'stores'>;
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue'>;
  maxStores: number;
}): Pick<Handlers<typeof openfgaOperations>, StoreOperation> => ({
  async openfgaListStores({ tx, query: { page_size, continuation_token, name } }) {
    const bound = { tenantId: tx.context.tenantId, list: 'openfga stores', filters: name };
    const after = positionIn(cursors, bound, continuation_token);
    const named = (await allStores(engine, tx)).filter((s) => name === '' || s.name === name);
    const from = after === undefined ? 0 : named.findIndex(({ id }) => id === after[0]) + 1;
    const { items, token } = pageOf(cursors, bound, named.slice(from, from + page_size + 1), {
      size: page_size,
      position: ({ id }) => [id],
    });
    return { stores: items, continuation_token: token };
  },

  async openfgaCreateStore({ tx, body: { name } }) {
    return wireStore(tx.context.tenantId, await engine.stores.create(tx, name, maxStores));
  },

  async openfgaGetStore({ tx, params: { storeId } }) {
    const uuid = storeUuidIn(tx.context, storeId);
    if (uuid !== undefined)
      return wireStore(tx.context.tenantId, await engine.stores.get(tx, uuid));
    const [own] = await allStores(engine, tx);
    return own!;
  },

  async openfgaDeleteStore({ tx, params: { storeId } }) {
    const uuid = storeUuidIn(tx.context, storeId);
    if (uuid === undefined)
      throw openfgaProblem('validation_error', 'The default store of a tenant cannot be deleted');
    await engine.stores.delete(tx, uuid);
    await jobs.enqueue(tx, storePurgeKind, { storeUuid: uuid }, { dedupeKey: uuid });
    return answer(undefined, { status: 204 });
  },
});
