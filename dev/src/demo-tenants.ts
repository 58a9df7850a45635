import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from './file-write.ts';

export interface DemoTenant {
  slug: string;
  tenantId: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Makes a tenant with a first client that has every `tenant:` scope. */
export type CreateTenant = (tenant: { slug: string; name: string }) => Promise<DemoTenant>;

const WANTED = [{ slug: 'acme', name: 'Acme' }, { slug: 'globex', name: 'Globex' }];

/** Two tenants to try. A secret is shown once, so what was made is kept in `file` and made no second time. */
export const demoTenants = async (file: string, create: CreateTenant): Promise<DemoTenant[]> => {
  const tenants = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as DemoTenant[] : [];
  for (const wanted of WANTED) {
    if (tenants.some(({ slug }) => slug === wanted.slug)) continue;
    tenants.push(await create(wanted));
    writeAtomically(file, JSON.stringify(tenants));
  }
  return tenants;
};
