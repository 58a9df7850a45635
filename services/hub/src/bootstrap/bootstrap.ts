import { defaultTenantId } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { Logger } from '@platform/kit/telemetry';
import { hubLocks } from '../advisory-locks.ts';
import { newClientSecret } from '../applications/secrets.ts';
import {
  reconcileSecret,
  seedApplication,
  tenantScopes,
} from '../applications/seeded-applications.ts';
import { findTenantByLabel, writeTenant } from '../tenants/tenants.ts';
import type { TenantsOptions } from '../tenants/tenants.ts';
import { platformClients } from './platform-clients.ts';

export interface BootstrapOptions extends Pick<TenantsOptions, 'db' | 'bus' | 'issuers'> {
  /** The configured client secrets, by client; null leaves a client unchanged. */
  secrets: Readonly<Record<string, string | null>>;
  previousSecretGraceMs: number;
  demo: { enabled: boolean; secret: string | null };
  log: Logger;
  /** Prints a generated secret, which is shown only once. */
  print: (line: string) => void;
}

const system = { type: 'system', id: 'hub' } as const;
const demoClientId = 'demo-admin';
const newTenant = (id: string, slug: string, name: string) => ({
  id,
  slug,
  mode: 'live' as const,
  parentTenantId: null,
  name,
  contactEmail: null,
  region: null,
  owner: null,
  limits: null,
});

async function seedPlatform(tx: Tx, options: BootstrapOptions): Promise<void> {
  await lock(tx, hubLocks.bootstrap);
  if (!(await findTenantByLabel(tx, 'default')))
    await writeTenant(tx, options, newTenant(defaultTenantId, 'default', 'Platform'));
  for (const client of platformClients) await seedApplication(tx, client);
  for (const [clientId, secret] of Object.entries(options.secrets)) {
    if (
      secret !== null &&
      (await reconcileSecret(tx, clientId, secret, options.previousSecretGraceMs / 1000))
    ) {
      options.log.info({ clientId }, 'the secret of an infrastructure client was set');
    }
  }
}

async function seedDemo(options: BootstrapOptions): Promise<void> {
  const { db, demo } = options;
  const known = await db.work((tx) => findTenantByLabel(tx, 'demo'));
  const id = known?.id ?? newId('tenant');
  const made = await db.transact({ tenantId: id, actor: system }, async (tx) => {
    await lock(tx, hubLocks.bootstrap);
    const present = await findTenantByLabel(tx, 'demo');
    // Another pod has created the tenant with another id.
    if (present && present.id !== id) return 'retry' as const;
    if (!present) await writeTenant(tx, options, newTenant(id, 'demo', 'Demo'));
    const isNew = await seedApplication(tx, {
      clientId: demoClientId,
      name: 'Demo administration',
      type: 'm2m',
      allowedScopes: tenantScopes,
    });
    const random = isNew && demo.secret === null ? newClientSecret() : null;
    const secret = demo.secret ?? random;
    if (secret !== null)
      await reconcileSecret(tx, demoClientId, secret, options.previousSecretGraceMs / 1000);
    return random;
  });
  if (made === 'retry') return seedDemo(options);
  if (made !== null)
    options.print(`The client ${demoClientId} of the tenant demo has the secret ${made}\n`);
}

/** Creates what every installation needs and does not have yet. Safe to run concurrently in several pods. */
export async function bootstrap(options: BootstrapOptions): Promise<void> {
  await options.db.transact({ tenantId: defaultTenantId, actor: system }, (tx) =>
    seedPlatform(tx, options),
  );
  if (options.demo.enabled) await seedDemo(options);
}
