import { defaultTenantId } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import { newClientSecret, seedClient, tenantScopes } from '../tenants/first-client.ts';
import { findTenantByLabel } from '../tenants/tenant-store.ts';
import { writeTenant } from '../tenants/tenants.ts';
import type { TenantsOptions } from '../tenants/tenants.ts';
import { platformClients } from './platform-clients.ts';
import { reconcileSecrets } from './secret-reconciler.ts';
import type { OperatorSecrets } from './secret-reconciler.ts';

export interface BootstrapOptions extends Pick<TenantsOptions, 'db' | 'bus' | 'issuers'> {
  secrets: OperatorSecrets;
  previousSecretGraceMs: number;
  demo: { enabled: boolean; secret: string | null };
  log: Logger;
  /** Where a secret that was made here is shown, once. */
  print: (line: string) => void;
}

const system = { type: 'system', id: 'hub' } as const;
const demoClientId = 'demo-admin';
const newTenant = (id: string, slug: string, name: string) => ({ id, slug, mode: 'live' as const, parent_tenant_id: null, name, contact_email: null, region: null, owner: null });

const lock = (tx: Tx): Promise<unknown> => tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('hub bootstrap', 0))`);

/** New releases bring new scopes; what was taken from or given to a client besides is the operator's business. */
const addTenantScopes = (tx: Tx, clientId: string): Promise<number> => tx.execute(
  `UPDATE application SET allowed_scopes = ARRAY(SELECT DISTINCT unnest(allowed_scopes || $3::text[])), updated_at = now()
   WHERE tenant_id = $1 AND client_id = $2 AND NOT allowed_scopes @> $3::text[]`, [tx.context.tenantId, clientId, tenantScopes]);

async function seedPlatform(tx: Tx, options: BootstrapOptions): Promise<void> {
  await lock(tx);
  if (!await findTenantByLabel(tx, 'default')) await writeTenant(tx, options, newTenant(defaultTenantId, 'default', 'Platform'));
  for (const client of platformClients) {
    await seedClient(tx, client);
    if (client.allowedScopes.includes(tenantScopes[0] as string)) await addTenantScopes(tx, client.clientId);
  }
  const changed = await reconcileSecrets(tx, options.secrets, options.previousSecretGraceMs);
  if (changed.length > 0) options.log.info({ clients: changed }, 'secrets of infrastructure clients were set');
}

async function seedDemo(options: BootstrapOptions): Promise<void> {
  const { db, demo } = options;
  const known = await db.work((tx) => findTenantByLabel(tx, 'demo'));
  const id = known?.id ?? newId('tenant');
  const made = await db.transact({ tenantId: id, actor: system }, async (tx) => {
    await lock(tx);
    const present = await findTenantByLabel(tx, 'demo');
    // Another pod was first: its tenant has another id.
    if (present && present.id !== id) return 'again' as const;
    if (!present) await writeTenant(tx, options, newTenant(id, 'demo', 'Demo'));
    const isNew = await seedClient(tx, { clientId: demoClientId, name: 'Demo administration', type: 'm2m', allowedScopes: tenantScopes });
    await addTenantScopes(tx, demoClientId);
    const random = isNew && demo.secret === null ? newClientSecret() : null;
    await reconcileSecrets(tx, { [demoClientId]: demo.secret ?? random }, options.previousSecretGraceMs);
    return random;
  });
  if (made === 'again') return seedDemo(options);
  if (made !== null) options.print(`The client ${demoClientId} of the tenant demo has the secret ${made}\n`);
}

/** What every installation has: made when missing, kept when there, by any number of pods at once. */
export async function bootstrap(options: BootstrapOptions): Promise<void> {
  await options.db.transact({ tenantId: defaultTenantId, actor: system }, (tx) => seedPlatform(tx, options));
  if (options.demo.enabled) await seedDemo(options);
}
