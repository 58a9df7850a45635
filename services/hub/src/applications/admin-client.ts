import type { Tx } from '@platform/kit/database';
import { dropClientGrants } from '../grants/grants.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { changedMembers, publishChange } from './application-changes.ts';
import { asApplication } from './application-resource.ts';
import {
  findApplication,
  lockApplication,
  lockRegistration,
  replaceApplication,
} from './application-store.ts';
import type { ApplicationRow } from './application-store.ts';
import { clearClaimsWebhook } from './claims-webhook-store.ts';
import { addSecret, dropSecrets } from './secrets.ts';
import { tenantScopes } from './seeded-applications.ts';

/** The client that a new tenant's administrator begins with. */
export const adminClientId = 'tenant-admin';

/** The client and its one secret, which nobody else knows. */
export interface AdminClient {
  clientId: string;
  clientSecret: string;
}

const subject = { type: 'client', id: adminClientId };

/** Replaces the row, and returns the application that is there now. */
async function replace(tx: Tx, before: ApplicationRow | undefined): Promise<ApplicationRow> {
  const kept = before?.type === 'm2m' ? before.allowedScopes : [];
  await replaceApplication(tx, {
    clientId: adminClientId,
    name: 'Tenant administration',
    type: 'm2m',
    allowedScopes: [...new Set([...tenantScopes, ...kept])],
  });
  if (before?.webhook) await clearClaimsWebhook(tx, adminClientId, before.webhook.version);
  const after = await findApplication(tx, adminClientId);
  if (!after) throw new Error(`the client ${adminClientId} was not written`);
  return after;
}

/** Publishes what became of the client. */
async function publishReset(
  tx: Tx,
  before: ApplicationRow | undefined,
  after: ApplicationRow,
): Promise<void> {
  const about = { subject, data: { client: asApplication(after) } };
  if (!before) {
    await tx.publish({ type: 'client.created', ...about });
    return;
  }
  await publishChange(tx, after, changedMembers({ ...before, webhook: null }, after));
  if (before.webhook) await tx.publish({ type: 'client.claims_webhook_cleared', ...about });
}

/**
 * Makes the client as a new tenant has it, with every tenant scope, the default settings and one new secret: whether it was
 * deleted, disabled, changed, or never there.
 */
export async function resetAdminClient(tx: Tx): Promise<AdminClient> {
  // Two resets at once must not leave two secrets, and a deleted client has no row to lock.
  await lockRegistration(tx);
  const before = await lockApplication(tx, adminClientId);
  const after = await replace(tx, before);
  if (before && before.type !== after.type) {
    // People signed in to an application of this name: what it holds for them ends with it.
    await dropClientGrants(tx, adminClientId);
    await cutOff(tx, { kind: 'client', id: adminClientId });
  }
  await publishReset(tx, before, after);
  await dropSecrets(tx, after);
  const { secret } = await addSecret(tx, after);
  return { clientId: adminClientId, clientSecret: secret };
}
