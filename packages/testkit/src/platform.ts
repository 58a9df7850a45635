import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { accessToken } from '@platform/dev/access-token';
import { openKeys } from '@platform/dev/cluster-keys';
import { clusterTokens } from '@platform/dev/cluster-tokens';
import type { ClusterTokens } from '@platform/dev/cluster-tokens';
import { createTenant } from '@platform/dev/demo-tenants';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { startPlatform } from '@platform/dev/platform';
import type { DevPlatform, PlatformOptions, Ready } from '@platform/dev/platform';
import type { PlatformPorts } from '@platform/dev/platform-ports';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { signInAsBrowser, terminalApplication } from '@platform/dev/sign-in';
import type { SignedIn } from '@platform/dev/sign-in';
import type { TestProperties } from './environment.ts';
import { send } from './http.ts';
import type { TestAnswer } from './http.ts';
import { shared } from './infra.ts';
import { testSettings } from './platform-settings.ts';

export type { TestAnswer as Answer } from './http.ts';

/** Options of a call in addition to its method and path. */
export interface Call {
  body?: unknown;
  /** A file, sent unchanged. */
  rawBody?: string;
  headers?: Record<string, string>;
  token?: string;
}

/** The whole platform as child processes, called through the gateway. */
export interface PlatformUnderTest {
  dataDir: string;
  ports: PlatformPorts;
  /** Superuser URL of the platform's database. */
  postgresUrl: string;
  natsUrl: string;
  ready: Pick<Ready, 'gateway' | 'hub' | 'inbox'>;
  cluster: Pick<ClusterTokens, 'mint'>;
  /** Returns a tenant by its name within this file, with a client that has every scope. */
  tenant(name: string): DemoTenant;
  call(method: string, path: string, call?: Call): Promise<TestAnswer>;
  /** Returns a token of a tenant's client, optionally limited to some scopes. */
  token(tenant: string, scope?: string): Promise<string>;
  /**
   * Creates a person who can sign in to a tenant, with roles of the tenant; its first administrator
   * has them too.
   */
  person(tenant: string, more?: { roles?: readonly string[]; profile?: object }): Promise<Someone>;
  /** Creates a native application for sign-ins, with these scopes. Returns its client id. */
  signInApplication(tenant: string, scopes: readonly string[]): Promise<string>;
  /**
   * Signs a person in on the pages of their tenant, for offline access unless `isOffline` is false.
   */
  signIn(
    tenant: string,
    person: Pick<Someone, 'email' | 'password'>,
    application: { clientId: string; scopes: readonly string[]; isOffline?: boolean },
  ): Promise<SignedIn>;
}

/** A person created by a test. */
export interface Someone {
  id: string;
  email: string;
  password: string;
}

type Addresses = Omit<
  PlatformUnderTest,
  'tenant' | 'call' | 'token' | 'person' | 'signInApplication' | 'signIn'
>;

const personPassword = 'correct horse battery staple 7';

/** Builds the functions of tests on a platform, shared or own. */
const underTest = (
  platform: Addresses,
  tenants: ReadonlyMap<string, DemoTenant>,
): PlatformUnderTest => {
  const tokens = new Map<string, Promise<string>>();
  const tenant = (name: string): DemoTenant => {
    const found = tenants.get(name);
    if (!found)
      throw new Error(`There is no tenant ${name}, only ${[...tenants.keys()].join(', ')}.`);
    return found;
  };
  const token = (name: string, scope?: string): Promise<string> => {
    const key = `${name} ${scope ?? ''}`;
    const found = tokens.get(key) ?? accessToken(platform.ready.hub, tenant(name), scope);
    tokens.set(key, found);
    return found;
  };
  const api = async (name: string) => managementApi(platform.ready.gateway, await token(name));
  return {
    ...platform,
    tenant,
    token,
    async person(name, { roles = [], profile = {} } = {}) {
      const administrator = await api(name);
      const email = `person-${randomBytes(6).toString('hex')}@example.com`;
      const credential = { password: personPassword };
      const body = { email, emailVerified: true, credential, ...profile };
      const id = String((await succeeded(administrator('POST', '/directory/users', body)))['id']);
      const principal = { type: 'user', id };
      for (const role of roles)
        await succeeded(administrator('POST', '/role-assignments', { principal, role }));
      return { id, email, password: personPassword };
    },
    async signInApplication(name, scopes) {
      const allowedScopes = ['openid', 'offline_access', ...scopes];
      const application = { name: 'Terminal', ...terminalApplication, allowedScopes };
      const made = succeeded((await api(name))('POST', '/applications', application));
      return String((await made)['clientId']);
    },
    signIn: (name, { email, password }, { clientId, scopes, isOffline = true }) =>
      signInAsBrowser({
        issuer: tenant(name).issuer,
        clientId,
        email,
        password,
        scope: ['openid', ...(isOffline ? ['offline_access'] : []), ...scopes].join(' '),
      }),
    call: (method, path, { token, headers, ...call } = {}) =>
      send(platform.ready.gateway, method, path, {
        ...call,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      }),
  };
};

/**
 * Returns the platform that the files of a run share, with tenants of this file only. Tests must
 * not change anything that concerns every tenant, nor kill a process: a test that does boots its
 * own with {@link ownPlatform}.
 */
export async function sharedPlatform(names: readonly string[]): Promise<PlatformUnderTest> {
  const found = JSON.parse(await shared('platform')) as Omit<Addresses, 'cluster'>;
  const cluster = clusterTokens({
    keys: await openKeys(join(found.dataDir, 'cluster', 'keys.json')),
  });
  const made = names.map(async (name) => {
    const slug = `${name}-${randomBytes(4).toString('hex')}`;
    const tenant = await createTenant({ hubRpcPort: found.ports.hub.grpc, cluster, slug });
    return [name, tenant] as const;
  });
  return underTest({ ...found, cluster }, new Map(await Promise.all(made)));
}

/** A platform of this file only. */
export interface OwnPlatform extends PlatformUnderTest, Omit<DevPlatform, keyof Addresses> {
  cluster: DevPlatform['cluster'];
}

/**
 * Boots a platform on free ports with its own data and the demo tenants. Requires `npm run build`.
 */
export async function ownPlatform(
  options: Omit<PlatformOptions, 'settings'> & { settings?: TestProperties } = {},
): Promise<OwnPlatform> {
  const folder = temporaryFolder('platform-under-test-');
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    durable: false,
    ...options,
    settings: testSettings(options.settings),
  });
  const tenants = new Map(platform.ready.tenants.map((tenant) => [tenant.slug, tenant]));
  return {
    ...platform,
    ...underTest(platform, tenants),
    cluster: platform.cluster,
    async stop() {
      await platform.stop();
      folder.remove();
    },
  };
}
