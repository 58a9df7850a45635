import type { Tx } from '@platform/kit/database';
import { dropClientGrants } from '../grants/grants.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { changedMembers } from '../merge-patch.ts';
import { publishChange } from './application-changes.ts';
import { asApplication } from './application-resource.ts';
import {
  existingApplication,
  lockApplication,
  lockRegistration,
  replaceApplication,
} from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';
import { clearClaimsWebhook } from './claims-webhook-store.ts';
import { addSecret, dropSecrets } from './secrets.ts';
import { tenantScopes } from './seeded-applications.ts';

/** The id of the client that administers a new tenant. */
export const adminClientId = 'tenant-admin';

/** The administration client and its only secret. */
export interface AdminClient {
  clientId: string;
  clientSecret: string;
}

const subject = { type: 'client', id: adminClientId };

/** Replaces the row and returns the new application. */
async function replace(tx: Tx, before: ApplicationRecord | undefined): Promise<ApplicationRecord> {
  const kept = before?.type === 'm2m' ? before.allowedScopes : [];
  await replaceApplication(tx, {
    clientId: adminClientId,
    name: 'Tenant administration',
    type: 'm2m',
    allowedScopes: [...new Set([...tenantScopes, ...kept])],
  });
  if (before?.webhook) await clearClaimsWebhook(tx, adminClientId, before.webhook.version);
  return existingApplication(tx, adminClientId);
}

/** Publishes the events of a reset. */
async function publishReset(
  tx: Tx,
  before: ApplicationRecord | undefined,
  after: ApplicationRecord,
): Promise<void> {
  const about = { subject, data: { client: asApplication(after) } };
  if (!before) {
    await tx.publish({ type: 'client.created', ...about });
    return;
  }
  await publishChange(
    tx,
    after,
    changedMembers(asApplication({ ...before, webhook: null }), asApplication(after)),
  );
  if (before.webhook) await tx.publish({ type: 'client.claims_webhook_cleared', ...about });
}

/**
 * Restores the administration client with every tenant scope, the default settings and one new secret, even if it was deleted,
 * disabled or changed, or never existed.
 */
export async function resetAdminClient(tx: Tx): Promise<AdminClient> {
  // Concurrent resets must not leave two secrets, and a deleted client has no row to lock.
  await lockRegistration(tx);
  const before = await lockApplication(tx, adminClientId);
  const after = await replace(tx, before);
  if (before && before.type !== after.type) {
    // The client was an application that people signed in to; their grants end with it.
    await dropClientGrants(tx, adminClientId);
    await cutOff(tx, { kind: 'client', id: adminClientId });
  }
  await publishReset(tx, before, after);
  await dropSecrets(tx, after);
  const { secret } = await addSecret(tx, after);
  return { clientId: adminClientId, clientSecret: secret };
}
