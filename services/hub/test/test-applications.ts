import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@platform/kit/ids';
import type { Database, Tx } from '@platform/kit/database';
import type { MadeTenant } from './hub-under-test.ts';

/** An application that a test has registered. */
export interface TestApplication {
  clientId: string;
  secret?: string;
  tenant: MadeTenant;
}

export const redirectUri = 'https://app.example.com/callback';
export const loginScopes = ['openid', 'profile', 'email', 'offline_access'];

/** The properties of an application that a test can choose. */
export interface ApplicationTraits {
  type?: string;
  scopes?: string[];
  public?: boolean;
}

async function insertSecret(
  tx: Tx,
  { tenant, clientId }: TestApplication,
  secret: string,
): Promise<void> {
  await tx.execute(
    'INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4) VALUES ($1, $2, $3, $4, $5)',
    [
      tenant.id,
      clientId,
      newId('secret'),
      createHash('sha256').update(secret).digest(),
      secret.slice(-4),
    ],
  );
}

/** Registers an application, with a secret unless its type has none. */
export async function insertTestApplication(
  db: Database,
  tenant: MadeTenant,
  settings: Record<string, unknown>,
  { type = 'web', scopes = loginScopes, ...more }: ApplicationTraits,
): Promise<TestApplication> {
  const clientId = newId('application');
  const isPublic = more.public ?? ['spa', 'native', 'device'].includes(type);
  const secret = isPublic ? undefined : randomBytes(32).toString('base64url');
  const isUser = type !== 'm2m' && type !== 'device';
  const application = { clientId, secret, tenant };
  const actor = { type: 'system', id: 'test' } as const;
  await db.transact({ tenantId: tenant.id, actor }, async (tx) => {
    const all = { ...(isUser && { redirectUris: [redirectUri] }), ...settings };
    await tx.execute(
      'INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, enabled) VALUES ($1, $2, $3, $4, $5, $6, true)',
      [tenant.id, clientId, 'An application', type, all, scopes],
    );
    if (secret) await insertSecret(tx, application, secret);
  });
  return application;
}
