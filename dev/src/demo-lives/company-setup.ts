import { eachOf } from '@platform/configuration/each-of';
import { succeeded } from '../management-api.ts';
import type { Company } from './companies.ts';
import { createOnce, listAll } from './demo-tenant.ts';
import type { DemoGoal } from './demo-tenant.ts';

/** Creates the companies that are missing. Returns the ids by slug. */
export async function createCompanies(
  { api }: DemoGoal,
  companies: readonly Company[],
): Promise<ReadonlyMap<string, string>> {
  const known = await listAll<{ id: string; slug: string }>(api, '/organizations');
  const ids = new Map(known.map(({ slug, id }) => [slug, id]));
  const missing = companies.filter(({ slug }) => !ids.has(slug));
  await eachOf(missing, async ({ name, slug }) => {
    const { id } = await succeeded(api('POST', '/organizations', { name, slug }));
    ids.set(slug, String(id));
  });
  return ids;
}

/** Adds the members, the domain and two invitations of each company. Repeating it changes nothing. */
export async function fillCompanies(
  { api }: DemoGoal,
  companies: readonly Company[],
  { users, organizations }: Record<'users' | 'organizations', ReadonlyMap<string, string>>,
): Promise<void> {
  const paths = companies.map((company) => {
    const path = `/organizations/${organizations.get(company.slug) ?? ''}`;
    return { ...company, path };
  });
  const members = paths.flatMap(({ path, members: people }) =>
    people.map(({ sourceId }) => `${path}/members/${users.get(sourceId) ?? ''}`),
  );
  await eachOf(members, (path) => succeeded(api('PUT', path, {})));
  await eachOf(paths, async ({ path, domain, name }) => {
    await createOnce(api, `${path}/domains`, { domain });
    for (const recipient of ['facilities', 'finance'])
      await createOnce(api, `${path}/invitations`, {
        email: `${recipient}@${domain}`,
        message: `Welcome to ${name}`,
      });
  });
}
