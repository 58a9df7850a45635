import { allScopes, isSelfScope } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { asApplication } from './application-resource.ts';
import {
  addAllowedScopes,
  addRedirectUris,
  insertApplication,
  lockApplication,
} from './application-store.ts';
import type { ApplicationContent } from './application-store.ts';
import { secretHash } from './secrets.ts';
import {
  deleteSecretsExcept,
  expireSecrets,
  findCurrentSecret,
  insertSecret,
} from './secret-store.ts';

/** All scopes for the administration of a tenant. */
export const tenantScopes: readonly string[] = allScopes.filter((scope) =>
  scope.startsWith('tenant:'),
);

/** An OAuth client that the installation creates. */
export interface SeededApplication extends Pick<ApplicationContent, 'clientId' | 'name' | 'type'> {
  settings?: ApplicationContent['settings'];
  allowedScopes: readonly string[];
  isPlatform?: boolean;
}

/**
 * Creates a client unless its id is taken. An existing client gets the scopes of the API and the redirect URIs that it lacks, because
 * releases can add some.
 */
export async function seedApplication(
  tx: Tx,
  { clientId, name, type, settings = {}, allowedScopes, isPlatform = false }: SeededApplication,
): Promise<boolean> {
  const made = await insertApplication(tx, {
    clientId,
    name,
    type,
    settings,
    allowedScopes: [...allowedScopes],
    isPlatform,
  });
  if (!made) {
    await addAllowedScopes(
      tx,
      clientId,
      allowedScopes.filter((s) => tenantScopes.includes(s) || isSelfScope(s)),
    );
    await addRedirectUris(tx, clientId, settings.redirectUris ?? []);
    return false;
  }
  await tx.publish({
    type: 'client.created',
    subject: { type: 'client', id: clientId },
    data: { client: asApplication(made) },
  });
  return true;
}

/** Makes `secret` the current one. The previous one stays valid while pods are replaced. False if nothing changed or the client is deleted. */
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
  // Keeps at most two active secrets: the new one and the previous one.
  await deleteSecretsExcept(tx, clientId, current?.id ?? null);
  await expireSecrets(tx, clientId, graceSeconds);
  const id = newId('secret');
  const last4 = secret.slice(-4);
  await insertSecret(tx, { clientId, id, secretHash: hash, last4 });
  await tx.publish({
    type: 'client.secret_reconciled',
    subject: { type: 'client', id: clientId },
    data: { client: asApplication(row), secretId: id, last4, expiresAt: null },
  });
  return true;
}
