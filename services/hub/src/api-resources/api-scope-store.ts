import type { ApiScopeResource } from '@platform/contracts';
import { now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const scopes = hub
  .table('apiScope')
  .narrow<
    Pick<ApiScopeResource, 'displayName' | 'description'> & {
      requires: ApiScopeResource['requires'];
    }
  >()
  .omit('apiId');

/** A stored scope of an API. */
export type ApiScopeRecord = RowOf<typeof scopes>;

export const listScopes = (tx: Tx, apiId: string): Promise<ApiScopeRecord[]> =>
  scopes.list(tx, { where: { apiId }, orderBy: 'name' });

export const findScope = (
  tx: Tx,
  apiId: string,
  name: string,
): Promise<ApiScopeRecord | undefined> => scopes.find(tx, { apiId, name });

export const countScopes = (tx: Tx, apiId: string): Promise<number> => scopes.count(tx, { apiId });

export const insertScope = (
  tx: Tx,
  apiId: string,
  scope: Omit<ApiScopeRecord, 'createdAt' | 'updatedAt'>,
): Promise<ApiScopeRecord> => scopes.insertReturning(tx, { apiId, ...scope });

export const updateScope = (
  tx: Tx,
  apiId: string,
  { name, ...scope }: Omit<ApiScopeRecord, 'createdAt' | 'updatedAt'>,
): Promise<ApiScopeRecord | undefined> =>
  scopes.updateReturning(tx, { apiId, name }, { ...scope, updatedAt: now });

export const deleteScope = (tx: Tx, apiId: string, name: string): Promise<number> =>
  scopes.delete(tx, { apiId, name });
