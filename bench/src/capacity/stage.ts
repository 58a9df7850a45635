import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from 'pg';
import { accessToken } from '@platform/dev/access-token';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { startPlatform } from '@platform/dev/platform';
import type { DevPlatform } from '@platform/dev/platform';
import { signInAsBrowser, terminalApplication } from '@platform/dev/sign-in';
import { testSettings } from '@platform/testkit/platform-settings';
import { temporaryFolder } from '@platform/testkit/stores';
import { requestBytes, throughput } from '../load.ts';
import { argon2 } from '../password-cost.ts';
import type { LoadResult } from '../load.ts';

/** Requests in a closed loop: each client sends its next one when it has a response. */
export interface LoadOf {
  clients: number;
  seconds: number;
}

/** A kind of request, with what it costs beyond its response: events, audit records. */
export interface Operation {
  name: string;
  load(of: LoadOf): Promise<Pick<LoadResult, 'requests' | 'errors' | 'seconds' | 'perSecond'>>;
}

/** The whole platform, with a tenant that has users, a relation model and tuples. */
export interface CapacityStage {
  platform: DevPlatform;
  operations: Operation[];
  stop(): Promise<void>;
}

const password = 'correct horse battery staple 7';
const people = 16;

const dsl = `model
  schema 1.1
type user
type folder
  relations
    define viewer: [user]
type document
  relations
    define parent: [folder]
    define viewer: [user] or viewer from parent
`;

const users = '/api/v1/directory/users';
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Counts statements: the extension has to be there before it is asked. */
const postgresSettings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=all',
];

/** Creates what the operations need: a user, and a document that the user may view through a folder. */
async function seed(platform: DevPlatform, token: string): Promise<string> {
  const api = managementApi(platform.ready.gateway, token);
  const { id } = await succeeded(
    api('POST', '/directory/users', { email: 'reader@example.com', displayName: 'Reader' }),
  );
  await succeeded(api('POST', '/fga/models', { dsl }));
  const tuples = [
    { subject: `user:${String(id)}`, relation: 'viewer', object: 'folder:f' },
    { subject: 'folder:f', relation: 'parent', object: 'document:d' },
  ];
  await succeeded(api('POST', '/fga/tuples:import', { tuples }));
  return String(id);
}

interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: () => string;
}

/** `request` is called before each load: tokens expire. */
const httpOperation = (
  name: string,
  port: number,
  request: () => Promise<HttpRequest>,
): Operation => ({
  name,
  async load({ clients, seconds }) {
    const { body, ...rest } = await request();
    return throughput({
      port,
      request: () => requestBytes({ ...rest, body: body() }),
      connections: clients,
      seconds,
    });
  },
});

const closedLoop =
  (call: () => Promise<unknown>): Operation['load'] =>
  async ({ clients, seconds }) => {
    const startedAt = performance.now();
    let requests = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < startedAt + seconds * 1_000) {
        await call();
        requests += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const took = (performance.now() - startedAt) / 1_000;
    return { requests, errors: 0, seconds: took, perSecond: requests / took };
  };

/** Creates an application and people, and returns a sign-in of the next of them, each in a browser without a session. */
async function signsIn(platform: DevPlatform, token: string): Promise<() => Promise<unknown>> {
  const api = managementApi(platform.ready.gateway, token);
  const tenant = platform.ready.tenants[0]!;
  const { clientId } = await succeeded(
    api('POST', '/applications', {
      name: 'Terminal',
      ...terminalApplication,
      allowedScopes: ['openid'],
    }),
  );
  const emails = Array.from({ length: people }, (_, n) => `person-${n}@example.com`);
  for (const email of emails)
    await succeeded(
      api('POST', '/directory/users', { email, emailVerified: true, credential: { password } }),
    );
  let next = 0;
  return () =>
    signInAsBrowser({
      issuer: tenant.issuer,
      clientId: String(clientId),
      email: emails[(next += 1) % people]!,
      password,
      scope: 'openid',
    });
}

/** Starts the stage. */
export async function startCapacityStage(): Promise<CapacityStage> {
  const folder = temporaryFolder('bench-capacity-');
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    postgresSettings,
    settings: testSettings(argon2),
  });
  const tenant = platform.ready.tenants[0]!;
  const token = (): Promise<string> => accessToken(platform.ready.hub, tenant);
  const id = await seed(platform, await token());
  const bearer = async (): Promise<{ authorization: string }> => ({
    authorization: `Bearer ${await token()}`,
  });
  const run = randomBytes(4).toString('hex');
  let created = 0;
  const newEmail = (): string => `new-${run}-${(created += 1)}@example.com`;
  const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
  const { hub, gateway } = platform.ports;
  const signIn = await signsIn(platform, await token());
  return {
    platform,
    operations: [
      httpOperation('token', hub.http, async () => ({
        method: 'POST',
        path: '/oauth2/token',
        headers: { ...form, host: new URL(tenant.issuer).host, authorization: `Basic ${basic}` },
        body: () => 'grant_type=client_credentials&scope=tenant%3Ausers.read',
      })),
      httpOperation('check', gateway.http, async () => ({
        method: 'POST',
        path: '/api/v1/fga/check',
        headers: { ...json, ...(await bearer()) },
        body: () =>
          JSON.stringify({ subject: `user:${id}`, relation: 'viewer', object: 'document:d' }),
      })),
      httpOperation('user, read', gateway.http, async () => ({
        method: 'GET',
        path: `${users}/${id}`,
        headers: await bearer(),
        body: () => '',
      })),
      httpOperation('user, created', gateway.http, async () => ({
        method: 'POST',
        path: users,
        headers: { ...json, ...(await bearer()) },
        body: () => JSON.stringify({ email: newEmail(), displayName: 'New' }),
      })),
      { name: 'sign-in', load: closedLoop(signIn) },
    ],
    async stop() {
      await platform.stop();
      folder.remove();
    },
  };
}

/** Statements and bytes of the write-ahead log so far, of all databases. */
export async function storeTotals(
  client: Client,
): Promise<{ statements: number; walBytes: number }> {
  const { rows } = await client.query<{ statements: string; wal: string }>(
    `SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE toplevel) AS statements,
            pg_current_wal_insert_lsn() - '0/0' AS wal`,
  );
  return { statements: Number(rows[0]?.statements), walBytes: Number(rows[0]?.wal) };
}
