import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import { outbound } from '../generated/tables.ts';
import type { EndpointRecord } from './endpoint-record.ts';

const endpoints = outbound.table('webhookEndpoints').narrow<Pick<EndpointRecord, 'purposes'>>();

export const findEndpoint = (tx: Tx, id: string): Promise<EndpointRecord | undefined> =>
  endpoints.find(tx, { id });

export const findEndpoints = (tx: Tx, id: readonly string[]): Promise<EndpointRecord[]> =>
  endpoints.list(tx, { where: { id }, orderBy: 'id' });

export const lockEndpoint = (tx: Tx, id: string): Promise<EndpointRecord | undefined> =>
  endpoints.lock(tx, { id });

export const listEndpoints = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<EndpointRecord[]> => endpoints.page(tx, { by: 'id', behind, limit });

/** Serializes the creations of a tenant, so that the count is exact. */
export async function countEndpointsLocked(tx: Tx): Promise<number> {
  await lock(tx, outboundLocks.webhookEndpoints, tx.context.tenantId);
  return endpoints.count(tx);
}

export const insertEndpoint = (tx: Tx, endpoint: EndpointRecord): Promise<number> =>
  endpoints.insert(tx, endpoint);

export const updateEndpoint = (tx: Tx, endpoint: EndpointRecord): Promise<number> =>
  endpoints.update(tx, { id: endpoint.id }, endpoint);

export const deleteEndpoint = (tx: Tx, id: string): Promise<number> => endpoints.delete(tx, { id });
