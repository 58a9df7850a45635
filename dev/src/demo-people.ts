import { accessToken } from './access-token.ts';
import { demoFlow } from './demo-flow.ts';
import type { DemoTenant } from './demo-tenants.ts';
import { managementApi, succeeded } from './management-api.ts';
import type { ManagementApi } from './management-api.ts';

/** A person to sign in as. */
export interface DemoPerson {
  email: string;
  password: string;
}

/** An application of a tenant that people sign in to. */
export interface DemoClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The user who can sign in at every demo tenant, and its administrator. They have the same password. */
export const demoEmail = 'ada@example.com';
export const administratorEmail = 'grace@example.com';
const clientId = 'demo-application';

/** The URL of a tenant's demo application in a browser. */
export const applicationPath = (base: string, slug: string): string => `${base}/${slug}`;

/** The registration of an application that asks for a person's name and address. `url`: its base URL. */
export const applicationAt = (url: string) => ({
  type: 'web',
  allowedScopes: ['openid', 'profile', 'email', 'offline_access'],
  redirectUris: [`${url}/callback`],
  postLogoutRedirectUris: [url],
});

/** An application from an earlier start gets a new secret, because the old one was not stored. */
async function secretOf(api: ManagementApi, url: string): Promise<string> {
  const application = { clientId, name: 'Ledger', firstParty: false, ...applicationAt(url) };
  const made = await api('POST', '/applications', application);
  if (made.status !== 409) return String((await succeeded(Promise.resolve(made)))['clientSecret']);
  const { secret } = await succeeded(
    api('POST', `/applications/${clientId}/secrets`, { expiresPreviousInSeconds: 0 }),
  );
  return String(secret);
}

/**
 * Creates a person, unless an earlier start has. Returns the id. Looks first: a tenant that requires an attribute meanwhile would refuse
 * the profile before it finds that the address is taken.
 */
export async function addPerson(
  api: ManagementApi,
  { email, password }: DemoPerson,
  displayName: string,
): Promise<string> {
  const { data } = await succeeded(api('GET', `/directory/users?email=${email}`));
  const [found] = data as { id: string }[];
  if (found) return found.id;
  const user = { email, emailVerified: true, displayName, credential: { password } };
  return String((await succeeded(api('POST', '/directory/users', user)))['id']);
}

/** Creates the person who administers the tenant in the console. They add a second factor when they sign in to it first. */
async function addAdministrator(api: ManagementApi, password: string): Promise<void> {
  const id = await addPerson(api, { email: administratorEmail, password }, 'Grace Hopper');
  const assignment = { principal: { type: 'user', id }, role: 'tenant_owner' };
  const made = await api('POST', '/role-assignments', assignment);
  if (made.status !== 409) await succeeded(Promise.resolve(made));
}

/** Activates {@link demoFlow} where the tenant has no flow of its own. */
export async function activateDemoFlow(api: ManagementApi): Promise<void> {
  const { version } = await succeeded(api('GET', '/login-flows/active'));
  if (version !== 0) return;
  await succeeded(api('PUT', '/login-flows/draft', demoFlow));
  await succeeded(
    api('POST', '/login-flows/activate', { source: 'draft', expectedActiveVersion: 0 }),
  );
}

/** Enables every language of the pages and mails, unless the tenant has its own branding. */
async function addDemoLocales(api: ManagementApi): Promise<void> {
  const path = '/login-experience/branding';
  const { isDefault } = await succeeded(api('GET', path));
  if (isDefault === true)
    await succeeded(api('PUT', path, { supportedLocales: ['en', 'de', 'fr', 'es'] }));
}

/** Creates the people, a flow and an application of a demo tenant through the API, like its administrator. */
export async function addDemoPerson(
  { gateway, hub }: { gateway: string; hub: string },
  tenant: DemoTenant,
  { person, applicationBase }: { person: DemoPerson; applicationBase: string },
): Promise<DemoClient> {
  const api = managementApi(gateway, await accessToken(hub, tenant));
  const [clientSecret] = await Promise.all([
    secretOf(api, applicationPath(applicationBase, tenant.slug)),
    addPerson(api, person, 'Ada Lovelace'),
    addAdministrator(api, person.password),
    activateDemoFlow(api),
    addDemoLocales(api),
  ]);
  return { issuer: tenant.issuer, clientId, clientSecret };
}
