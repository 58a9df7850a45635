import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { identityLocks } from '../advisory-locks.ts';
import { connectors } from './connector-record.ts';
import type { ConnectorRecord } from './connector-record.ts';

export const listConnectors = (tx: Tx): Promise<ConnectorRecord[]> =>
  connectors.list(tx, { orderBy: 'provider' });

export const findConnector = (tx: Tx, provider: string): Promise<ConnectorRecord | undefined> =>
  connectors.find(tx, { provider });

export const lockConnector = (tx: Tx, provider: string): Promise<ConnectorRecord | undefined> =>
  connectors.lock(tx, { provider });

/** Counts connectors under a lock that serializes creations of a tenant, so that the count is exact. */
export async function countConnectorsLocked(tx: Tx): Promise<number> {
  await lock(tx, identityLocks.socialConnectors, tx.context.tenantId);
  return connectors.count(tx);
}

export const insertConnector = (tx: Tx, connector: ConnectorRecord): Promise<number> =>
  connectors.insert(tx, connector);

export const updateConnector = (tx: Tx, connector: ConnectorRecord): Promise<number> =>
  connectors.update(tx, { provider: connector.provider }, connector);

export const deleteConnector = (tx: Tx, provider: string): Promise<number> =>
  connectors.delete(tx, { provider });

/** Records the result of a use of the connector; absent members stay unchanged. */
export const updateConnectorUse = (
  tx: Tx,
  provider: string,
  { health, discovery, usedAt }: Pick<ConnectorRecord, 'health'> & ConnectorFindings,
): Promise<number> =>
  connectors.update(
    tx,
    { provider },
    { health, discovery: discovery ?? undefined, lastUsedAt: usedAt ?? undefined },
  );

interface ConnectorFindings {
  discovery?: ConnectorRecord['discovery'];
  usedAt?: Date | null;
}
