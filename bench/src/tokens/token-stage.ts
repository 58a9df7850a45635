import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessToken } from '@platform/dev/access-token';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { startPlatform } from '@platform/dev/platform';
import { freePorts } from '@platform/dev/ports';
import { withClient } from '@platform/dev/postgres';
import { signInAsBrowser, terminalApplication } from '@platform/dev/sign-in';
import { eventually } from '@platform/testkit/eventually';
import { testSettings } from '@platform/testkit/platform-settings';
import { temporaryFolder } from '@platform/testkit/stores';
import { cpuMicros } from '../cpu-time.ts';
import { argon2 } from '../password-cost.ts';
import { startProcess } from '../process.ts';

/** A token endpoint under measurement, with what a client needs to call it. */
export interface TokenEndpoint {
  port: number;
  path: string;
  headers: Record<string, string>;
  scope: string;
  /** The API that tokens are for; absent for the management API. */
  resource?: string;
  /** Further parameters of a refresh request. */
  refreshForm: Record<string, string>;
  refreshHeaders: Record<string, string>;
  newRefreshToken(): Promise<string>;
  /** Processor time so far of the server, and of the store behind it, in microseconds. */
  cpu(): { server: number; store: number };
}

/** The platform and two bare `oidc-provider`s beside it, each a separate process, with people to sign in. */
export interface TokenStage {
  platform: TokenEndpoint;
  /** The library with its store in memory. */
  bare: TokenEndpoint;
  /** The library with its store in the same PostgreSQL server as the platform's. */
  durable: TokenEndpoint;
  tenant: DemoTenant;
  clientId: string;
  postgresUrl: string;
  api(tenant: DemoTenant): Promise<ManagementApi>;
  tenants: readonly DemoTenant[];
  /** Creates a person who can sign in. Returns the address. */
  person(): Promise<string>;
  signIn(
    email: string,
    request?: { scope: string; resource?: string },
  ): ReturnType<typeof signInAsBrowser>;
  /** Processor time of each process so far, in microseconds. */
  cpuOf(names: readonly string[]): number[];
  stop(): Promise<void>;
}

const password = 'correct horse battery staple 7';
const apiScope = 'tenant:users.read';
const scope = `openid offline_access ${apiScope}`;
const bareScript = fileURLToPath(new URL('./bare-provider.js', import.meta.url));

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The store of a server's artifacts, and its processor time so far. */
interface Store {
  url: string;
  cpu(): number;
}

async function startBare(store?: Store): Promise<TokenEndpoint & { stop(): Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const secret = randomBytes(32).toString('base64url');
  const origin = `http://127.0.0.1:${port}`;
  const child = await startProcess({
    name: 'hub',
    script: bareScript,
    env: {
      PORT: String(port),
      CLIENT_SECRET: secret,
      ...(store ? { STORE_URL: store.url } : {}),
    },
    readyUrl: `${origin}/.well-known/openid-configuration`,
  });
  const headers = { ...form, authorization: basic('bench', secret) };
  return {
    port,
    path: '/token',
    headers,
    scope: apiScope,
    refreshForm: {},
    refreshHeaders: headers,
    newRefreshToken: async () => (await fetch(`${origin}/new-refresh-token`)).text(),
    cpu: () => ({ server: cpuMicros(child.pid), store: store?.cpu() ?? 0 }),
    stop: async () => void (await child.stop()),
  };
}

/** Makes a database, and returns its address. */
async function newDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0`),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts all. */
export async function startTokenStage(): Promise<TokenStage> {
  const folder = temporaryFolder('bench-tokens-');
  const settings = testSettings(argon2);
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    settings: (name) => ({
      ...settings(name),
      ...(name === 'hub' && { NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'] ?? '' }),
    }),
  });
  const bare = await startBare();
  const durable = await startBare({
    url: await newDatabase(platform.postgresUrl, 'bare_provider'),
    cpu: () => cpuMicros(platform.processes.get('postgres')?.pid ?? process.pid),
  });
  const { ready, ports } = platform;
  const [tenant] = ready.tenants;
  const api = async (of: DemoTenant): Promise<ManagementApi> =>
    managementApi(ready.gateway, await accessToken(ready.hub, of));
  const { clientId } = await succeeded(
    (await api(tenant!))('POST', '/applications', {
      name: 'Terminal',
      ...terminalApplication,
      allowedScopes: scope.split(' '),
    }),
  );
  const cpuOf = (names: readonly string[]): number[] =>
    names.map((name) => cpuMicros(platform.processes.get(name)?.pid ?? process.pid));
  let people = 0;
  const person = async (): Promise<string> => {
    const email = `person-${(people += 1)}@example.com`;
    // A token of its own: those from the start of a long run have expired.
    const administrator = await api(tenant!);
    const profile = { email, emailVerified: true, credential: { password } };
    const { id } = await succeeded(administrator('POST', '/directory/users', profile));
    const principal = { type: 'user', id };
    await succeeded(
      administrator('POST', '/role-assignments', { principal, role: 'tenant_admin' }),
    );
    return email;
  };
  const signsIn: TokenStage['signIn'] = (email, request = { scope }) =>
    signInAsBrowser({
      issuer: tenant!.issuer,
      clientId: String(clientId),
      email,
      password,
      ...request,
    });
  const host = new URL(tenant!.issuer).host;
  return {
    platform: {
      port: ports.hub.http,
      path: '/oauth2/token',
      headers: { ...form, host, authorization: basic(tenant!.clientId, tenant!.clientSecret) },
      scope: apiScope,
      refreshForm: { client_id: String(clientId) },
      refreshHeaders: { ...form, host },
      async newRefreshToken() {
        const email = await person();
        // Beyond five new users at a time, the directory hands their passwords over behind its answer.
        return eventually(() =>
          signsIn(email).then(
            ({ refreshToken }) => refreshToken,
            () => undefined,
          ),
        );
      },
      cpu: () => {
        const [server = 0, store = 0] = cpuOf(['hub', 'postgres']);
        return { server, store };
      },
    },
    bare,
    durable,
    tenant: tenant!,
    clientId: String(clientId),
    postgresUrl: platform.postgresUrl,
    api,
    tenants: ready.tenants,
    person,
    signIn: signsIn,
    cpuOf,
    async stop() {
      await Promise.all([bare.stop(), durable.stop()]);
      await platform.stop();
      folder.remove();
    },
  };
}
