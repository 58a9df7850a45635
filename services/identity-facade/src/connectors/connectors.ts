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

/** The connector that people sign in with; undefined when there is none or it is disabled. */
export async function usableConnector(
  tx: Tx,
  provider: string,
): Promise<ConnectorRecord | undefined> {
  const connector = await findConnector(tx, provider);
  return connector?.settings.enabled ? connector : undefined;
}

/** What a sign-in showed of a connector. */
export interface ConnectorUse {
  health: SocialConnectorResource['health'];
  /** A document that was read meanwhile. */
  discovery?: Discovered['discovery'];
  /** Someone signed in. */
  usedAt?: Date;
}

/** Notes what a sign-in showed; settings and version stay as they are. */
export const noteConnectorUse = (tx: Tx, provider: string, use: ConnectorUse): Promise<number> =>
  updateConnectorUse(tx, provider, use);
