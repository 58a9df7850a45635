import { createHash, randomBytes } from 'node:crypto';
import { allScopes } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { Tx } from '@platform/kit/database';

/** Every scope of a tenant's own administration. */
export const tenantScopes: readonly string[] = allScopes.filter((scope) => scope.startsWith('tenant:'));

/** 43 characters, 256 bits. */
export const newClientSecret = (): string => randomBytes(32).toString('base64url');

/** How secrets are stored: they are random enough to need no slow hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A client that is not made through the API. */
export interface SeededClient {
  clientId: string;
  name: string;
  type: 'web' | 'm2m' | 'device';
  settings?: Record<string, unknown>;
  allowedScopes: readonly string[];
  isPlatform?: boolean;
}

/** Inserts a client unless its id is taken; true when it was made. */
export async function seedClient(tx: Tx, client: SeededClient): Promise<boolean> {
  return (await tx.execute(
    `INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, is_platform) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT ON CONSTRAINT application__client_id_key DO NOTHING`,
    [tx.context.tenantId, client.clientId, client.name, client.type, JSON.stringify(client.settings ?? {}), client.allowedScopes, client.isPlatform ?? false])) === 1;
}

export async function insertSecret(tx: Tx, clientId: string, secret: string): Promise<string> {
  const id = newId('secret');
  await tx.execute('INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4) VALUES ($1, $2, $3, $4, $5)',
    [tx.context.tenantId, clientId, id, secretHash(secret), secret.slice(-4)]);
  return id;
}

/** The id of the client that a new tenant's administrator begins with. */
export const adminClientId = 'tenant-admin';

/** Makes that client; its secret is known to nobody else. */
export async function seedAdminClient(tx: Tx): Promise<{ clientId: string; clientSecret: string }> {
  const clientSecret = newClientSecret();
  await seedClient(tx, { clientId: adminClientId, name: 'Tenant administration', type: 'm2m', allowedScopes: tenantScopes });
  await insertSecret(tx, adminClientId, clientSecret);
  return { clientId: adminClientId, clientSecret };
}
