import type { Tx } from '@platform/kit/database';
import type { ConsistencyTokens } from './consistency-token.ts';
import { findStore } from './store-row.ts';

/** A tenant's store, with a token of its current revision. */
export interface StoreState {
  activeModelId: string | null;
  revision: number;
  tupleCount: number;
  modelCount: number;
  updatedAt: Date;
  consistencyToken: string;
}

/** Reads the state of a tenant's store, which is empty before its first write. */
export const storeState =
  (tokens: ConsistencyTokens) =>
  async (tx: Tx): Promise<StoreState> => {
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
