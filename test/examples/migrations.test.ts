import { join } from 'node:path';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { afterAll, describe, expect, it } from 'vitest';
import { surprisesOf, walkQuickstart } from './quickstart.ts';
import type { WalkedQuickstart } from './quickstart.ts';
import { exampleTenant } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';
import { shellWithTenantctl } from './tenantctl.ts';

const folder = temporaryFolder('migrations-');
const walked: WalkedQuickstart[] = [];
const tenantctl = shellWithTenantctl(folder.path);
const password = 'correct horse battery staple 7';

afterAll(() => {
  for (const one of walked) one.stop();
  folder.remove();
});

/** Runs a page in a tenant of its own. */
async function walk(page: string): Promise<ExampleTenant> {
  const tenant = await exampleTenant();
  const walk = await walkQuickstart({
    page,
    tenant,
    folder: join(folder.path, page),
    replacements: {},
    ports: {},
    env: tenantctl,
  });
  walked.push(walk);
  expect(surprisesOf(page, walk)).toEqual([]);
  return tenant;
}

/** Signs a user in on the pages of the tenant. Returns the subject of the token. */
async function signIn(tenant: ExampleTenant, email: string, secret = password): Promise<unknown> {
  const { under } = tenant;
  const scopes = ['profile'];
  const clientId = await under.signInApplication('demo', scopes);
  const { accessToken } = await under.signIn(
    'demo',
    { email, password: secret },
    { clientId, scopes },
  );
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { sub: string }).sub;
}

const idOf = async ({ platform }: ExampleTenant, email: string): Promise<string | undefined> =>
  (await platform.users.list({ email })).data[0]?.id;

describe('users who were moved sign in with their old password', () => {
  it.each([
    ['migrate-auth0', ['ada@auth0.example.com'], password],
    ['migrate-keycloak', ['ada@keycloak.example.com', 'grace@keycloak.example.com'], password],
    // A known vector of Firebase's scrypt.
    ['migrate-firebase', ['ada@firebase.example.com'], 'user1password'],
  ])('after %s', async (page, emails, secret) => {
    const tenant = await walk(page);
    for (const email of emails) {
      await expect(signIn(tenant, email, `${secret}?`)).rejects.toThrow();
      expect(await signIn(tenant, email, secret)).toBe(await idOf(tenant, email));
    }
  });
});
