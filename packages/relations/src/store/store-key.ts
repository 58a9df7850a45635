import type { Tx, TxContext } from '@platform/kit/database';
import { uuidOf } from '@platform/kit/ids';

/** One store of a tenant: the default one, or the one with this UUID. */
export interface StoreContext extends Pick<TxContext, 'tenantId'> {
  storeUuid?: string | undefined;
}

/** The `id` and `store_id` of a tenant's default store. */
export const defaultStore = '00000000-0000-0000-0000-000000000000';

/** The UUID of the named store that a transaction works in; undefined for the default store. */
export const namedStoreOf = ({ context }: Pick<Tx, 'context'>): string | undefined =>
  (context as StoreContext).storeUuid;

/** The store in keys of caches, hints, tokens and cursors. That of the default store is the tenant's id. */
export const storeKeyOf = ({ tenantId, storeUuid }: StoreContext): string =>
  storeUuid === undefined ? tenantId : `${tenantId}/${storeUuid}`;

/** The store in its own row. */
export const storeIdOf = (tx: Pick<Tx, 'context'>): string => namedStoreOf(tx) ?? defaultStore;

/** The store in rows of tuples, which have 16 bytes for it and for the tenant (ADR 32). */
export const tupleStoreOf = (tx: Pick<Tx, 'context'>): string =>
  namedStoreOf(tx) ?? uuidOf('tenant', tx.context.tenantId);
