import type { ApiDetailTypeResource } from '@platform/contracts';
import { now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const types = hub
  .table('apiDetailType')
  .narrow<Pick<ApiDetailTypeResource, 'schema' | 'display' | 'requires'>>();
const ofApi = types.omit('apiId');

/** A stored type of authorization details. */
export type ApiDetailTypeRecord = RowOf<typeof ofApi>;

export const listDetailTypes = (tx: Tx, apiId: string): Promise<ApiDetailTypeRecord[]> =>
  ofApi.list(tx, { where: { apiId }, orderBy: 'type' });

export const findDetailType = (
  tx: Tx,
  apiId: string,
  type: string,
): Promise<ApiDetailTypeRecord | undefined> => ofApi.find(tx, { apiId, type });

export const countDetailTypes = (tx: Tx, apiId: string): Promise<number> =>
  types.count(tx, { apiId });

/** Undefined if the type belongs to another API of the tenant. */
export const insertDetailType = (
  tx: Tx,
  apiId: string,
  detailType: Omit<ApiDetailTypeRecord, 'createdAt' | 'updatedAt'>,
): Promise<ApiDetailTypeRecord | undefined> =>
  types.insertIfAbsentReturning(tx, { apiId, ...detailType });

export const updateDetailType = (
  tx: Tx,
  apiId: string,
  { type, ...change }: Omit<ApiDetailTypeRecord, 'createdAt' | 'updatedAt'>,
): Promise<ApiDetailTypeRecord | undefined> =>
  ofApi.updateReturning(tx, { apiId, type }, { ...change, updatedAt: now });

export const deleteDetailType = (tx: Tx, apiId: string, type: string): Promise<number> =>
  types.delete(tx, { apiId, type });
