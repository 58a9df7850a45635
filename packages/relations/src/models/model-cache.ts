import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { LRUCache } from 'lru-cache';
import { compileModel } from './compiled-model.ts';
import type { CompiledModel } from './compiled-model.ts';
import { findModel } from './model-store.ts';
import { storeKeyOf } from '../store/store-key.ts';

/** 409 for a store that has no active model. */
export const noActiveModel = (): Problem =>
  problem('no_active_model', {
    detail: 'No authorization model yet: create one with POST /api/v1/fga/models',
  });

/** Compiled models. A model never changes, so an entry is never wrong; another store's is under another key. */
export interface Models {
  /** The model, if it is cached. */
  known(store: string, id: string): CompiledModel | undefined;
  /** The model; undefined where the store has none of this id. */
  find(tx: Tx, id: string): Promise<CompiledModel | undefined>;
  /** The model that a request names, else the active one. 422 `model_not_found`, 409 `no_active_model`. */
  inUse(
    tx: Tx,
    store: { activeModelId: string | null } | undefined,
    modelId: string | undefined,
  ): Promise<CompiledModel>;
}

export function modelCache({ max = 500 } = {}): Models {
  const compiled = new LRUCache<string, CompiledModel>({ max });
  const find: Models['find'] = async (tx, id) => {
    if (!isId('fgaModel', id)) return undefined;
    const key = `${storeKeyOf(tx.context)} ${id}`;
    const known = compiled.get(key);
    if (known) return known;
    const row = await findModel(tx, id);
    if (!row) return undefined;
    const model = compileModel(row.model, id);
    compiled.set(key, model);
    return model;
  };
  return {
    known: (store, id) => compiled.get(`${store} ${id}`),
    find,
    async inUse(tx, store, modelId) {
      const id = modelId ?? store?.activeModelId;
      if (!id) throw noActiveModel();
      const model = await find(tx, id);
      if (model) return model;
      throw modelId === undefined
        ? noActiveModel()
        : invalid('/modelId', 'model_not_found', 'must be the id of an authorization model');
    },
  };
}
