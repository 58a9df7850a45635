import type { ApiClientResource } from '@platform/contracts';
import { now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const clients = hub
  .table('apiClient')
  .narrow<{ modes: ApiClientResource['modes'] }>()
  .omit('apiId');

/** The stored access of an application to an API. */
export type ApiClientRecord = RowOf<typeof clients>;

/** By client id. */
export const listApiClients = (
  tx: Tx,
  apiId: string,
  behind: string | undefined,
  limit: number,
): Promise<ApiClientRecord[]> =>
  clients.page(tx, { where: { apiId }, by: 'clientId', ascending: true, behind, limit });

export const findApiClient = (
  tx: Tx,
  apiId: string,
  clientId: string,
): Promise<ApiClientRecord | undefined> => clients.find(tx, { apiId, clientId });

export const countApiClients = (tx: Tx, apiId: string): Promise<number> =>
  clients.count(tx, { apiId });

export const insertApiClient = (
  tx: Tx,
  apiId: string,
  client: Pick<ApiClientRecord, 'clientId' | 'scopes' | 'modes' | 'detailTypes'>,
): Promise<ApiClientRecord> => clients.insertReturning(tx, { apiId, ...client });

export const updateApiClient = (
  tx: Tx,
  apiId: string,
  { clientId, ...change }: Pick<ApiClientRecord, 'clientId' | 'scopes' | 'modes' | 'detailTypes'>,
): Promise<ApiClientRecord | undefined> =>
  clients.updateReturning(tx, { apiId, clientId }, { ...change, updatedAt: now });

export const deleteApiClient = (tx: Tx, apiId: string, clientId: string): Promise<number> =>
  clients.delete(tx, { apiId, clientId });
