import type { Tx } from '@platform/kit/database';
import { withDefaults } from './connector-record.ts';
import { listConnectors } from './connector-store.ts';

/** Connectors that the pages offer: enabled, and allowed for the client. */
export async function offeredConnectors(tx: Tx, allowed: readonly string[] | null | undefined) {
  const connectors = await listConnectors(tx);
  return connectors
    .filter(({ provider, settings }) => settings.enabled && (allowed?.includes(provider) ?? true))
    .map(({ provider, settings }) => ({
      provider,
      displayName: withDefaults(provider, settings).displayName,
      iconUrl: settings.iconUrl ?? '',
    }));
}

/** Every connector with its state, for the validation of login flows. */
export const connectorStates = async (tx: Tx): Promise<{ provider: string; enabled: boolean }[]> =>
  (await listConnectors(tx)).map(({ provider, settings }) => ({
    provider,
    enabled: settings.enabled,
  }));
