import type { Tx } from '@platform/kit/database';
import { settingsOf } from './application-settings.ts';
import { findApplication } from './application-store.ts';

export { expectPolicies } from './application-store.ts';

/** Describes a client to other services; undefined if the tenant has no such client. */
export async function describeClient(tx: Tx, clientId: string) {
  const row = await findApplication(tx, clientId);
  if (!row) return undefined;
  const { firstParty } = settingsOf(row.type, row.settings);
  return {
    name: row.name,
    type: row.type,
    enabled: row.enabled,
    firstParty,
    allowedScopes: row.allowedScopes,
  };
}
