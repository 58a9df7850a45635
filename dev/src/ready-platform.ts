import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DemoTenant } from './demo-tenants.ts';
import { authorityFile } from './platform.ts';
import type { Ready } from './platform.ts';
import { readyFileIn } from './platform-run.ts';

/** Reads the description of the running platform in this data folder. @throws Error if none runs */
export function readyIn(dataDir: string): Ready {
  const file = readyFileIn(resolve(dataDir));
  if (!existsSync(file))
    throw new Error(`No platform is running in ${dataDir}: run npm start first.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Ready;
}

/** Finds the demo tenant with this slug. @throws Error if there is none */
export function tenantNamed(slug: string, { tenants }: Ready): DemoTenant {
  const slugs = tenants.map((one) => one.slug).join(', ');
  const tenant = tenants.find((one) => one.slug === slug);
  if (!tenant) throw new Error(`The tenant ${slug} does not exist. Tenants: ${slugs}.`);
  return tenant;
}

/** The certificate authority of a platform that serves TLS, as PEM. */
export function authorityIn(dataDir: string): string | undefined {
  const file = authorityFile(resolve(dataDir));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
