import type { Actor, ConnectorCredentialResource } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';

const credentials = directory.table('connectorCredentials').narrow<{
  type: ConnectorCredentialResource['type'];
  account: Pick<ConnectorCredentialResource, 'clientId' | 'bindDn' | 'clientEmail'>;
  setBy: Actor;
}>();

export type CredentialRecord = RowOf<typeof credentials>;

export const listCredentials = (
  tx: Tx,
  directoryIds: readonly string[],
): Promise<CredentialRecord[]> =>
  credentials.list(tx, { where: { directoryId: directoryIds }, orderBy: 'directoryId' });

export const findCredential = (
  tx: Tx,
  directoryId: string,
): Promise<CredentialRecord | undefined> => credentials.find(tx, { directoryId });

export const upsertCredential = (tx: Tx, credential: CredentialRecord): Promise<number> =>
  credentials.upsert(tx, credential, ['directoryId']);

/** False if there is none. */
export const deleteCredential = async (tx: Tx, directoryId: string): Promise<boolean> =>
  (await credentials.delete(tx, { directoryId })) === 1;
