import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Received, Receiver } from '@platform/testkit/receiver';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { directoryService } from '../src/service.ts';
import {
  errorsOf,
  eventsOfType,
  imported,
  expectBody,
  sourcesPath,
  usersPath,
} from './migration-fixtures.ts';

let platform: TestPlatform;
let legacy: Receiver;
let identity: RpcClient<'platform.directory.v1.Directory'>;
const peers: RpcPeer[] = [];
let answer: (request: Received) => Behaviour = () => ({ status: 401 });
let n = 0;

const as = (account: string): RpcClient<'platform.directory.v1.Directory'> => {
  const peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint(account, 'directory'),
  });
  peers.push(peer);
  return peer.service('platform.directory.v1.Directory');
};

beforeAll(async () => {
  legacy = await startReceiver((request) => answer(request));
  const origin = new URL(legacy.url).origin;
  platform = await testPlatform(directoryService({ egress: { trustedOrigins: [origin] } }), {
    'platform.migration.lazy-login-timeout': '1s',
  });
  identity = as('identity-service');
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await platform.stop();
  await legacy.stop();
});

const origin = (): string => new URL(legacy.url).origin;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function tenant(options: object = {}): Promise<{ api: TestApi; tenantId: string }> {
  const found = platform.hub.tenant(`acme-${++n}`);
  const api = await platform.as({ tenant: found });
  const body = {
    kind: 'http',
    connection: { listUrl: 'https://a.example/users', verifyUrl: 'https://a.example/verify' },
    credential: { type: 'hmac_secret', secret },
    options: { mode: 'both', trustEmailVerified: true, ...options },
  };
  expectBody(await api.put(sourcesPath, { body }));
  // The API accepts https only; the legacy system of this test speaks http.
  await withClient(platform.database.url, (client) =>
    client.query(
      "UPDATE directory.migration_sources SET connection = replace(connection::text, 'https://a.example', $2)::jsonb WHERE tenant_id = $1",
      [found.id, origin()],
    ),
  );
  return { api, tenantId: found.id };
}
const ada = { sourceId: 'legacy-1', email: 'ada@example.com', emailVerified: true };
const knows =
  (user: object, password: string) =>
  (request: Received): Behaviour => {
    const given = JSON.parse(request.body);
    return given.password === password
      ? { status: 200, body: JSON.stringify(user) }
      : { status: 401 };
  };

describe('MigrateLogin', () => {
  test('creates the user once for concurrent sign-ins', async () => {
    const { api, tenantId } = await tenant();
    answer = knows(ada, 'correct horse');
    const call = (password: string) =>
      identity.MigrateLogin({ tenantId, identifier: 'ada@example.com', password });
    expect(await call('wrong')).toMatchObject({ outcome: 'REJECTED', userId: '' });
    const all = await Promise.all(Array.from({ length: 5 }, () => call('correct horse')));
    expect(all.map(({ outcome }) => outcome)).toEqual(Array(5).fill('VERIFIED'));
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect(expectBody(await api.get(`${usersPath}/${all[0]!.userId}`))).toMatchObject({
      externalId: 'legacy-1',
      email: 'ada@example.com',
      emailVerified: true,
    });
    expect(await eventsOfType(platform, tenantId, 'user.created')).toMatchObject([
      { origin: 'import' },
    ]);
    const request = legacy.received.at(-1)!;
    expect(request.headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.stringify(await eventsOfType(platform, tenantId, 'user.created'))).not.toContain(
      'horse',
    );
  });

  test.each<[string, Behaviour]>([
    ['is broken', { status: 500 }],
    ['does not answer', { hang: true }],
    ['answers with something else', { status: 200, body: 'hello' }],
  ])('distinguishes a source that %s from a wrong password', async (_what, behaviour) => {
    const { tenantId } = await tenant();
    answer = () => behaviour;
    const given = { tenantId, identifier: 'ada@example.com', password: 'x' };
    expect((await identity.MigrateLogin(given)).outcome).toBe('UNAVAILABLE');
  });

  test('makes no call without a source, with an eager one, or without a password', async () => {
    const { id } = platform.hub.tenant('plain');
    const before = legacy.received.length;
    const given = { identifier: 'ada@example.com', password: 'x' };
    expect((await identity.MigrateLogin({ ...given, tenantId: id })).outcome).toBe(
      'NOT_CONFIGURED',
    );
    const { tenantId } = await tenant({ mode: 'eager' });
    expect((await identity.MigrateLogin({ ...given, tenantId })).outcome).toBe('NOT_CONFIGURED');
    const lazy = await tenant();
    const empty = { tenantId: lazy.tenantId, identifier: 'ada@example.com', password: '' };
    expect((await identity.MigrateLogin(empty)).outcome).toBe('REJECTED');
    expect(legacy.received).toHaveLength(before);
  });

  test('creates no user from a record with an inexact number', async () => {
    const { api, tenantId } = await tenant();
    answer = () => ({
      status: 200,
      body: '{"email":"big@example.com","metadata":{"badge":12345678901234567}}',
    });
    const given = { tenantId, identifier: 'big@example.com', password: 'x' };
    expect((await identity.MigrateLogin(given)).outcome).toBe('REJECTED');
    expect(expectBody(await api.get(`${usersPath}?email=big@example.com`)).data).toEqual([]);
  });

  test('does not let a source sign one user in as another', async () => {
    const { api, tenantId } = await tenant();
    expectBody(
      await api.post(usersPath, { body: { email: 'bob@example.com', externalId: 'legacy-bob' } }),
    );
    expectBody(
      await api.post(usersPath, { body: { email: 'eve@example.com', externalId: 'legacy-eve' } }),
    );
    answer = knows({ sourceId: 'legacy-bob', email: 'bob@example.com' }, 'x');
    const as = (identifier: string) =>
      identity.MigrateLogin({ tenantId, identifier, password: 'x' });
    expect((await as('eve@example.com')).outcome).toBe('REJECTED');
    expect(await as('bob@example.com')).toMatchObject({ outcome: 'VERIFIED', created: false });
  });

  test('accepts only the identity service', async () => {
    const given = { tenantId: platform.hub.tenant('plain').id, identifier: 'a', password: 'b' };
    await expect(as('hub').MigrateLogin(given)).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});

describe('a source that migrates at sign-in only', () => {
  test('shows the result of a dry run, and imports no user', async () => {
    const { api } = await tenant({ mode: 'lazy' });
    answer = () => ({ status: 200, body: JSON.stringify({ users: [ada], nextCursor: null }) });
    const dryRun = await api.post(`${sourcesPath}/import?dryRun=true`);
    expect(dryRun.body).toMatchObject({
      ok: true,
      sample: [{ row: 1, action: 'create', mapped: { email: ada.email } }],
    });
    expect((await api.post(`${sourcesPath}/import`)).body.code).toBe('invalid_state');
    expect(expectBody(await api.get(usersPath)).data).toEqual([]);
    const body = {
      kind: 'http',
      connection: { verifyUrl: 'https://a.example/verify' },
      options: { mode: 'lazy' },
    };
    expectBody(await api.put(sourcesPath, { body }));
    expect((await api.post(`${sourcesPath}/import?dryRun=true`)).body).toMatchObject({
      code: 'invalid_state',
      detail: expect.stringContaining('listUrl'),
    });
  });
});

describe('an import over HTTP', () => {
  test('rejects only the records with inexact numbers', async () => {
    const { api } = await tenant();
    const page = ['1', '12345678901234567', '1e400'].map(
      (badge, i) =>
        `{"sourceId":"n${i}","email":"n${i}@example.com","metadata":{"badge":${badge}}}`,
    );
    answer = () => ({ status: 200, body: `{"users":[${page.join()}],"nextCursor":null}` });
    const job = await imported(api);
    expect(job).toMatchObject({ state: 'COMPLETED', progress: { created: 1, failed: 2 } });
    expect(await errorsOf(api, job.id)).toMatchObject([
      { row: 2, sourceId: 'n1', pointer: '/metadata/badge', code: 'invalid_format' },
      { row: 3, sourceId: 'n2', pointer: '/metadata/badge', code: 'invalid_format' },
    ]);
  });

  test('follows cursors, honors Retry-After, and resumes after an outage', async () => {
    const { api } = await tenant();
    let calls = 0;
    answer = ({ path }) => {
      calls += 1;
      if (calls === 1) return { status: 429, headers: { 'retry-after': '1' } };
      const from = Number(new URL(path, origin()).searchParams.get('cursor') ?? 0);
      const page = Array.from({ length: 40 }, (_, i) => ({
        sourceId: `s${from + i}`,
        email: `s${from + i}@example.com`,
      }));
      const nextCursor = from < 80 ? String(from + 40) : null;
      return { status: 200, body: JSON.stringify({ users: page, nextCursor, total: 120 }) };
    };
    const job = await imported(api);
    expect(job).toMatchObject({
      state: 'COMPLETED',
      progress: { total: 120, read: 120, created: 120 },
    });
  });
});
