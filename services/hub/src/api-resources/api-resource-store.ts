import { deleteOlder, lock, now, sql } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { hubLocks } from '../advisory-locks.ts';
import { hub } from '../generated/tables.ts';
import type { SetApiSettings } from './api-resource-settings.ts';

const rows = hub
  .table('apiResource')
  .narrow<{ settings: SetApiSettings }>()
  .omit('deletedAt')
  .compute((of) => ({
    /** `created_at` with microseconds, for cursors. */
    position: of.cast<string>('apiResource.createdAt', 'text'),
  }));
const apis = rows.only({ deletedAt: null });

/** A change of the resource, which gets the next version. */
const revision = { version: sql<number>`version + 1`, updatedAt: now };

/** A stored API that has not been deleted. */
export type ApiResourceRecord = RowOf<typeof rows>;

/** @throws 404 if the tenant has no such API */
export const existingApi = async (tx: Tx, id: string): Promise<ApiResourceRecord> =>
  found(await apis.find(tx, { id }));

/** Locks the row until the transaction ends. @throws 404 if the tenant has no such API */
export const lockedApi = async (tx: Tx, id: string): Promise<ApiResourceRecord> =>
  found(await apis.lock(tx, { id }));

export const findApi = (tx: Tx, id: string): Promise<ApiResourceRecord | undefined> =>
  apis.find(tx, { id });

/** Newest first. */
export const listApis = (
  tx: Tx,
  behind: readonly (string | number)[] | undefined,
  limit: number,
): Promise<ApiResourceRecord[]> => apis.page(tx, { by: ['createdAt', 'id'], behind, limit });

/** Identifiers of enabled APIs whose metadata is public. */
export const listPublishedIdentifiers = async (tx: Tx): Promise<string[]> =>
  (
    await apis
      .pick('identifier')
      .only(() => sql<boolean>`settings @> '{"publish": true}'`)
      .list(tx, { where: { enabled: true }, orderBy: 'identifier' })
  ).map(({ identifier }) => identifier);

/** Serializes registrations of one tenant, so that two of them cannot pass the limit together. */
export const lockApis = (tx: Tx): Promise<unknown> =>
  lock(tx, hubLocks.apiResources, tx.context.tenantId);

export const countApis = (tx: Tx): Promise<number> => apis.count(tx);

/** Undefined if the identifier is taken, by a deleted API too. */
export const insertApi = (
  tx: Tx,
  api: Pick<
    ApiResourceRecord,
    'id' | 'identifier' | 'canonical' | 'name' | 'settings' | 'enabled' | 'tokensLiveUntil'
  >,
): Promise<ApiResourceRecord | undefined> => rows.insertIfAbsentReturning(tx, api);

export const updateApi = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<ApiResourceRecord, 'name' | 'settings' | 'enabled' | 'tokensLiveUntil'>>,
): Promise<ApiResourceRecord> =>
  found(await apis.updateReturning(tx, { id }, { ...change, ...revision }));

/** Deletes an API except its id and identifier. */
export async function deleteApi(tx: Tx, id: string): Promise<void> {
  await hub.table('apiScope').delete(tx, { apiId: id });
  await hub.table('apiClient').delete(tx, { apiId: id });
  await apis.update(tx, { id }, { deletedAt: now, updatedAt: now, enabled: false, settings: {} });
}

/** Frees the identifiers of APIs that were deleted 30 days ago. */
export const sweepApis = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'api_resource', column: 'deleted_at', life: '30 days' });
