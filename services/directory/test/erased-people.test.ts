import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { directoryService } from '../src/service.ts';
import { startFakeGraph } from './fake-graph.ts';
import type { FakeGraph } from './fake-graph-state.ts';
import {
  configure,
  errorsOf,
  imported,
  lines,
  expectBody,
  sourcesPath,
  usersPath,
} from './migration-fixtures.ts';
import { newDirectory } from './scim-harness.ts';

const directories = '/api/v1/directories';
let platform: TestPlatform;
let graph: FakeGraph;
let legacy: Receiver;
type Service = 'platform.directory.v1.Directory' | 'platform.datasubject.v1.DataSubject';
let hub: RpcClient<'platform.directory.v1.Directory'>;
let identity: RpcClient<'platform.directory.v1.Directory'>;
const peers: RpcPeer[] = [];
let acme: TestApi;
let tenantId: string;
let n = 0;

const as = <S extends Service>(account: string, service: S): RpcClient<S> => {
  const peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint(account, 'directory'),
  });
  peers.push(peer);
  return peer.service(service);
};

beforeAll(async () => {
  graph = await startFakeGraph();
  legacy = await startReceiver(({ body }) => ({
    status: 200,
    body: JSON.stringify({ email: JSON.parse(body).identifier, sourceId: `legacy-${n}` }),
  }));
  const trustedOrigins = [new URL(legacy.url).origin, graph.url];
  const bases = JSON.stringify({ global: graph.url });
  platform = await testPlatform(directoryService({ egress: { trustedOrigins } }), {
    'platform.federation.cloud-directory.authority-base-urls': bases,
    'platform.federation.cloud-directory.graph-base-urls': bases,
  });
  hub = as('hub', 'platform.directory.v1.Directory');
  identity = as('identity-service', 'platform.directory.v1.Directory');
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await platform.stop();
  await graph.stop();
  await legacy.stop();
});

/** A person whom compliance remembers as erased, and this service does not. */
let gone: string;
const present = 'grace@example.com';
beforeEach(async () => {
  const tenant = platform.hub.tenant(`acme-${++n}`);
  tenantId = tenant.id;
  acme = await platform.as({ tenant });
  gone = `gone-${n}@example.com`;
  platform.compliance.setErased(tenantId, [`email ${gone}`, `external_id gone-${n}`]);
  platform.compliance.setAway(false);
});

const found = async (email: string): Promise<number> =>
  expectBody(await acme.get(`${usersPath}?email=${encodeURIComponent(email)}`)).data.length;

const importOf = async (records: object[]) => {
  await configure(acme, lines(records));
  return imported(acme);
};

async function synced(): Promise<any> {
  const config = { tenantId: 'contoso' };
  const body = { name: 'Entra', kind: 'cloud_directory', config, sync: { enabled: false } };
  const { id } = expectBody(await acme.post(directories, { body }));
  const credential = { type: 'client_secret', clientId: 'platform', clientSecret: graph.secret };
  expectBody(await acme.put(`${directories}/${id}/connector-credential`, { body: credential }));
  return syncOf(id);
}

async function syncOf(id: string): Promise<any> {
  const started = await acme.post(`${directories}/${id}/sync`);
  expect(started.status).toBe(200);
  const run = await eventually(async () => {
    const [last] = expectBody(await acme.get(`${directories}/${id}/sync-runs`)).data;
    return last.id === started.body.id && last.finishedAt !== null ? last : undefined;
  });
  return { ...run, directoryId: id };
}

const inGraph = (email: string) =>
  graph.users.set(email, { id: email, userPrincipalName: email, mail: email });

async function lazyLogin(identifier: string) {
  const body = {
    kind: 'http',
    connection: { listUrl: 'https://a.example/users', verifyUrl: 'https://a.example/verify' },
    credential: { type: 'hmac_secret', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    options: { mode: 'both' },
  };
  expectBody(await acme.put(sourcesPath, { body }));
  // The API accepts https only; the legacy system of this test speaks http.
  await withClient(platform.database.url, (client) =>
    client.query(
      "UPDATE directory.migration_sources SET connection = replace(connection::text, 'https://a.example', $2)::jsonb WHERE tenant_id = $1",
      [tenantId, new URL(legacy.url).origin],
    ),
  );
  return identity.MigrateLogin({ tenantId, identifier, password: 'correct horse' });
}

const jit = (email: string, subject = `s-${n}`) =>
  hub.ProvisionUser({
    tenantId,
    loginId: `login-${++n}`,
    identity: { issuer: 'https://idp.example', subject },
    email,
    emailVerified: true,
    actions: [{ create: { status: '' } }],
  });

describe('a user that compliance recognizes as erased', () => {
  test('is not recreated by an import, by address or external id, as its dry run says', async () => {
    const records = [
      { sourceId: 'a', email: gone },
      { sourceId: `gone-${n}`, email: 'other@example.com' },
      { sourceId: 'b', email: present },
    ];
    await configure(acme, lines(records));
    const { body: report } = await acme.post(`${sourcesPath}/import?dryRun=true`);
    expect(report.errors).toMatchObject([{ code: 'erased_subject', count: 2, rows: [1, 2] }]);
    const job = await importOf(records);
    expect(job.progress).toMatchObject({ created: 1, failed: 2 });
    expect(await errorsOf(acme, job.id)).toMatchObject([
      { row: 1, code: 'erased_subject' },
      { row: 2, code: 'erased_subject' },
    ]);
    expect([await found(gone), await found(present)]).toEqual([0, 1]);
  });

  test('is not recreated by SCIM', async () => {
    const { call } = await newDirectory(platform, { tenantId });
    const create = (userName: string) =>
      call('POST', '/Users', { body: { userName, emails: [{ value: userName, primary: true }] } });
    const refused = await create(gone.toUpperCase());
    expect([refused.status, refused.body.detail]).toEqual([409, 'erased_subject']);
    expect((await create(present)).status).toBe(201);
    expect([await found(gone), await found(present)]).toEqual([0, 1]);
  });

  test('is not recreated by a sync, which checks only new users', async () => {
    graph.users.clear();
    inGraph(gone);
    inGraph(present);
    const run = await synced();
    expect(run).toMatchObject({ state: 'COMPLETED', counts: { seen: 2, created: 1, failed: 1 } });
    expect(run.errors).toMatchObject([{ detail: 'erased_subject', externalId: gone }]);
    expect([await found(gone), await found(present)]).toEqual([0, 1]);

    graph.users.delete(gone);
    const before = platform.compliance.statusCalls;
    graph.expireLinks();
    expect(await syncOf(run.directoryId)).toMatchObject({ counts: { seen: 1, failed: 0 } });
    expect(platform.compliance.statusCalls).toBe(before);
  });

  test('is not recreated by a first sign-in with an old password', async () => {
    expect(await lazyLogin(gone)).toMatchObject({ outcome: 'REJECTED' });
    expect(await lazyLogin(present)).toMatchObject({ outcome: 'VERIFIED' });
    expect([await found(gone), await found(present)]).toEqual([0, 1]);
  });

  test('is not recreated by an identity provider, which checks only new users', async () => {
    expect(await jit(gone)).toMatchObject({ outcome: 'REFUSED', reason: 'erased_subject' });
    expect(await jit(present, 'grace')).toMatchObject({ outcome: 'CREATED' });
    const before = platform.compliance.statusCalls;
    expect(await jit(present, 'grace')).toMatchObject({ outcome: 'MATCHED' });
    expect(platform.compliance.statusCalls).toBe(before);
    expect([await found(gone), await found(present)]).toEqual([0, 1]);
  });

  test('can be recreated by an administrator, and is then found by imports', async () => {
    expect((await acme.post(usersPath, { body: { email: gone } })).status).toBe(200);
    const matchBy = { options: { matchBy: 'email' } };
    await configure(acme, lines([{ sourceId: 'a', email: gone }]), matchBy);
    expect((await imported(acme)).progress).toMatchObject({ skipped: 1, failed: 0 });
  });
});

describe('a user who was erased in this service', () => {
  test("is not recreated by a directory without the user's address", async () => {
    const compliance = as('compliance', 'platform.datasubject.v1.DataSubject');
    const dir = await newDirectory(platform, { tenantId });
    const other = await newDirectory(platform, { tenantId });
    const create = async (body: object, { call } = dir) =>
      (await call('POST', '/Users', { body })).status;
    const people = [{ userName: `ada-${n}`, externalId: 'emp-1' }, { userName: `eve-${n}` }];
    for (const person of people) expect(await create(person)).toBe(201);
    for (const { id } of expectBody(await acme.get(usersPath)).data) {
      const request = { tenantId, requestId: `er-${id}`, userId: id };
      await compliance.Deactivate(request);
      expect(await compliance.Erase(request)).toMatchObject({ outcome: 'DONE' });
    }
    platform.compliance.setAway(true);
    expect(await create({ userName: 'renamed', externalId: 'emp-1' })).toBe(409);
    expect(await create({ userName: `EVE-${n}` })).toBe(409);
    expect(expectBody(await acme.get(usersPath)).data).toEqual([]);
    expect(await create({ userName: 'grace', externalId: 'emp-2' })).toBe(201);
    expect(await create({ userName: `eve-${n}`, externalId: 'emp-1' }, other)).toBe(201);
  });
});

test('local suppressions apply while compliance is unavailable', async () => {
  platform.compliance.setAway(true);
  const { progress } = await importOf([{ sourceId: 'b', email: present }]);
  expect(progress).toMatchObject({ created: 1, failed: 0 });
});
