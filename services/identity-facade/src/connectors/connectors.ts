import type { SocialConnectorResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ConnectorRecord } from './connector-record.ts';
import { findConnector, updateConnectorUse } from './connector-store.ts';
import type { Discovered } from './connector-discovery.ts';

export { withDefaults } from './connector-record.ts';
export type { ConnectorRecord, ConnectorSettings } from './connector-record.ts';
export type { ConnectorSeals, ConnectorSecrets } from './connector-secrets.ts';
export type { Discover } from './connector-discovery.ts';
export type { Discovery } from './discovery-document.ts';

/** The connector for sign-ins; undefined if there is none or it is disabled. */
export async function usableConnector(
  tx: Tx,
  provider: string,
): Promise<ConnectorRecord | undefined> {
  const connector = await findConnector(tx, provider);
  return connector?.settings.enabled ? connector : undefined;
}

/** The result of using a connector in a sign-in. */
export interface ConnectorUse {
  health: SocialConnectorResource['health'];
  /** A discovery document that this sign-in fetched. */
  discovery?: Discovered['discovery'];
  /** When a person signed in. */
  usedAt?: Date;
}

/** Records the use of a connector; settings and version stay unchanged. */
export const noteConnectorUse = (tx: Tx, provider: string, use: ConnectorUse): Promise<number> =>
  updateConnectorUse(tx, provider, use);
