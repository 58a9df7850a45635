import { allScopes } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ApplicationTypeName } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { asApplication } from './application-resource.ts';
import type { SetSettings } from './application-settings.ts';
import {
  addAllowedScopes,
  findApplication,
  insertSeededApplication,
  lockApplication,
} from './application-store.ts';
import type { ApplicationRow } from './application-store.ts';
import { addSecret, secretHash } from './secrets.ts';
import {
  deleteSecretsBut,
  expireSecrets,
  findCurrentSecret,
  insertSecret,
} from './secret-store.ts';

/** Every scope of a tenant's own administration. */
export const tenantScopes: readonly string[] = allScopes.filter((scope) =>
  scope.startsWith('tenant:'),
);

/** An OAuth client that is not made through the API. */
export interface SeededApplication {
  clientId: string;
  name: string;
  type: ApplicationTypeName;
  settings?: SetSettings;
  allowedScopes: readonly string[];
  isPlatform?: boolean;
}

/** The client that a new tenant's administrator begins with. */
export const adminClientId = 'tenant-admin';

const existing = async (
  row: Promise<ApplicationRow | undefined>,
  clientId: string,
): Promise<ApplicationRow> => {
  const found = await row;
  if (!found) throw new Error(`the client ${clientId} is not there`);
  return found;
};

/** Makes a client unless its id is taken; true when it was made. New releases bring new tenant scopes, and those are added. */
export async function seedApplication(
  tx: Tx,
  { clientId, name, type, settings = {}, allowedScopes, isPlatform = false }: SeededApplication,
): Promise<boolean> {
  const row = {
    clientId,
    name,
    type,
    settings,
    allowedScopes: [...allowedScopes],
    isPlatform,
  };
  if (!(await insertSeededApplication(tx, row))) {
    await addAllowedScopes(
      tx,
      clientId,
      allowedScopes.filter((s) => tenantScopes.includes(s)),
    );
    return false;
  }
  const made = await existing(findApplication(tx, clientId), clientId);
  await tx.publish({
    type: 'client.created',
    subject: { type: 'client', id: clientId },
    data: { client: asApplication(made) },
  });
  return true;
}

/** Makes the first client of a tenant; its secret is known to nobody else. */
export async function seedAdminClient(tx: Tx): Promise<{ clientId: string; clientSecret: string }> {
  await seedApplication(tx, {
    clientId: adminClientId,
    name: 'Tenant administration',
    type: 'm2m',
    allowedScopes: tenantScopes,
  });
  const { secret } = await addSecret(
    tx,
    await existing(findApplication(tx, adminClientId), adminClientId),
  );
  return { clientId: adminClientId, clientSecret: secret };
}

/** Makes `secret` the current one: the one before stays good for a while, while pods roll over. True when it changed; a client that was deleted has none. */
export async function reconcileSecret(
  tx: Tx,
  clientId: string,
  secret: string,
  graceSeconds: number,
): Promise<boolean> {
  const row = await lockApplication(tx, clientId);
  if (!row) return false;
  const hash = secretHash(secret);
  const current = await findCurrentSecret(tx, clientId);
  if (current?.secretHash.equals(hash)) return false;
  // Two live at most: beside the new one only the last current one stays.
  await deleteSecretsBut(tx, clientId, current?.id ?? null);
  await expireSecrets(tx, clientId, graceSeconds);
  const id = newId('secret');
  const last4 = secret.slice(-4);
  await insertSecret(tx, clientId, { id, hash, last4 });
  await tx.publish({
    type: 'client.secret_reconciled',
    subject: { type: 'client', id: clientId },
    data: { client: asApplication(row), secretId: id, last4, expiresAt: null },
  });
  return true;
}
