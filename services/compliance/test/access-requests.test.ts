import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactVerify, importJWK } from 'jose';
import type { JWK } from 'jose';
import { fromBufferPromise } from 'yauzl';
import { withClient } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { objectStores } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { eventually } from '@platform/testkit/eventually';
import { askForSubjectData } from '@platform/testkit/subject-data';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Receiver } from '@platform/testkit/receiver';
import type { TestApi } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { cleanAccessRequests } from '../src/access-requests/access-cleanup.ts';
import { aRecord, sendRecords } from './audit-fixtures.ts';
import { aSubject, compliancePlatform, errorOf, grant, ok } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';
import {
  knownUser,
  accessRequestsPath,
  deactivated,
  erasuresPath,
  inState,
  never,
  requestErasure,
  sweep as sweepAll,
} from './request-fixtures.ts';

const sharedToken = randomBytes(16).toString('hex');
const folder = temporaryFolder('access-requests-');
let under: ComplianceTestPlatform;
let peer: Receiver;
let tenant: TestTenant;
let api: TestApi;
/** The behavior of each service for a person, by `{service} {person}`. */
const answers = new Map<string, Behaviour>();

const documentOf = (service: string, sub: string, sections: object): string =>
  JSON.stringify({ sub, service, schemaVersion: 1, sections, truncated: false });

beforeAll(async () => {
  peer = await startReceiver(({ path }) => {
    const [, service = '', , , sub = ''] = path.split('/');
    return (
      answers.get(`${service} ${decodeURIComponent(sub)}`) ?? {
        body: documentOf(service, sub, { sessions: [{ id: service }] }),
      }
    );
  });
  const base = `http://127.0.0.1:${peer.port}`;
  under = await compliancePlatform({
    'platform.erasure.sweep-cron': never,
    'platform.dsar.local.base-dir': folder.path,
    'platform.dsar.fanout.service-account-token': sharedToken,
    'platform.dsar.fanout.hub-base-url': `${base}/hub/`,
    'platform.dsar.fanout.identity-service-base-url': `${base}/identity-service`,
    'platform.dsar.fanout.product-api-base-url': `${base}/product-api`,
    'platform.dsar.fanout.max-attempts': '1',
    'platform.dsar.fanout.max-part-bytes': '200000',
    'platform.dsar.max-active-per-tenant': '3',
  });
  ({ tenant, api } = await under.tenant());
});
afterAll(async () => {
  await under.stop();
  await peer.stop();
  folder.remove();
});

const services = ['hub', 'identity-service', 'product-api'];
const pathOf = (id: string): string => `${accessRequestsPath}/${id}`;
const create = (value: string, body: Record<string, unknown> = {}, by = api) =>
  by.post(accessRequestsPath, { body: { subject: { type: 'user_id', value }, ...body } });
const ended = (id: string, state = 'COMPLETED', by = api) => inState(by, pathOf(id), state);
const typesOf = (id: string) => under.typesOf(tenant, id);

/** Calls like the gateway, for responses that are not JSON. */
async function download(id: string, headers: Record<string, string> = {}, scopes?: string[]) {
  const token = await under.platform.hub.token({ tenant, ...(scopes ? { scopes } : {}) });
  const answer = await fetch(`${under.platform.baseUrl}${pathOf(id)}/bundle`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-platform-service-authorization': `Bearer ${await under.platform.gatewayToken()}`,
      ...headers,
    },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function entriesOf(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const entries: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return entries;
}

const sweep = () => sweepAll(under);

const stores = objectStores({
  bucket: '',
  region: '',
  endpoint: '',
  keyPrefix: 'dsar',
  baseDir: folder.path,
  egress: () => {
    throw new Error('objects are in the folder');
  },
  log: silentLog,
});

/** Runs the scheduled cleanup. */
const clean = (at: ObjectStores['at'] = (location) => stores.at(location)) =>
  cleanAccessRequests(under.platform.service.platform.db, { ...stores, at });

/** A location that is not the service's own, so that its schedule leaves these files alone. */
const nowhere = 'nowhere://store';
const moveTo = (id: string, location: string) =>
  under.sql('UPDATE access_requests SET store_location = $2, has_objects = true WHERE id = $1', [
    id,
    location,
  ]);

/** Ends the grace window of a request, and erases. */
async function erase(id: string): Promise<void> {
  await under.sql('UPDATE erasure_requests SET grace_ends_at = now() WHERE id = $1', [id]);
  await sweep();
  await inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
}

const filesOf = (id: string): string[] => {
  const place = join(folder.path, 'dsar', tenant.id, id);
  return existsSync(place) ? readdirSync(place).filter((name) => !name.startsWith('.')) : [];
};

describe('accessRequestCreate', () => {
  test('collects the data from every service in a signed file', async () => {
    const user = knownUser(under, tenant);
    answers.set(`identity-service ${user.id}`, {
      body: documentOf('identity-service', user.id, { password: null, emails: [] }),
    });
    const created = ok(
      await create(user.id, { kind: 'portability', receivedAt: '2026-01-31T10:00:00Z' }),
    );
    expect(created).toMatchObject({
      state: 'PENDING',
      kind: 'portability',
      subject: { type: 'user_id', userId: user.id },
      dueAt: '2026-02-28T10:00:00.000Z',
      bundle: null,
    });
    const request = await ended(created.id);
    expect(request.parts.map((one: any) => [one.peer, one.status, one.attempts])).toEqual([
      ['hub', 'ok', 1],
      ['identity-service', 'empty', 1],
      ['product-api', 'ok', 1],
    ]);
    expect(peer.received.find(({ path }) => path === `/hub/admin/dsar/${user.id}`)).toMatchObject({
      headers: { authorization: `Bearer ${sharedToken}`, 'x-platform-tenant': tenant.id },
    });
    expect(await typesOf(created.id)).toEqual([
      'access_request.created',
      'access_request.completed',
    ]);

    const { answer, bytes } = await download(created.id);
    expect(answer.headers.get('content-disposition')).toContain(`${created.id}.zip`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(request.bundle.sha256);
    const entries = await entriesOf(bytes);
    expect(Object.keys(entries).sort()).toEqual([
      'hub.json',
      'index.html',
      'manifest.json',
      'manifest.jws',
      'product-api.json',
    ]);
    const page = entries['index.html']!;
    expect(page).toContain('Sessions in which you are or were signed in.');
    expect(page).toContain('This service stores nothing about you.');
    expect(JSON.parse(entries['hub.json']!).sections).toEqual({ sessions: [{ id: 'hub' }] });
    const manifest = JSON.parse(entries['manifest.json']!);
    expect(manifest).toMatchObject({ iss: tenant.issuer, subject: { id: user.id } });
    for (const part of manifest.parts.filter((one: any) => one.path !== null))
      expect(createHash('sha256').update(entries[part.path]!).digest('hex')).toBe(part.sha256);
    expect(createHash('sha256').update(page).digest('hex')).toBe(manifest.page.sha256);
    const { keys } = (await (await fetch(under.platform.hub.jwksUri)).json()) as { keys: JWK[] };
    const verified = await compactVerify(entries['manifest.jws']!, async ({ kid }) =>
      importJWK(keys.find((key) => key.kid === kid) as JWK, 'RS256'),
    );
    expect(JSON.parse(Buffer.from(verified.payload).toString())).toEqual(manifest);

    const { answer: part, bytes: some } = await download(created.id, { range: 'bytes=0-3' });
    expect([part.status, some.toString('latin1')]).toEqual([206, 'PK\u0003\u0004']);
    expect((await ended(created.id)).bundle.downloads).toBe(2);
    const audits = await under.sql(
      `SELECT FROM outbox WHERE envelope->>'type' = 'audit.recorded'
         AND envelope->'data'->'data'->>'operationId' = 'accessRequestBundle' AND envelope->'data'->'subject'->>'id' = $1`,
      [created.id],
    );
    expect(audits).toHaveLength(2);
    const [header = ''] = entries['manifest.jws']!.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    expect(await under.signedWith(created.id)).toEqual([kid]);
  });

  test('a download of a file that cannot be read is not counted', async () => {
    const { id } = ok(await create(knownUser(under, tenant).id));
    await ended(id);
    rmSync(join(folder.path, 'dsar', tenant.id, id, 'bundle.zip'));
    expect((await download(id)).answer.status).toBe(503);
    expect((await ended(id)).bundle.downloads).toBe(0);
  });

  test('queries only compliance for a subject without an account', async () => {
    const key = `${aSubject()}/ä`;
    ok(await grant(api, { subjectId: key }));
    const subject = { type: 'consent_subject', value: key };
    const { id } = ok(await api.post(accessRequestsPath, { body: { subject } }));
    expect((await ended(id)).parts.map((one: any) => [one.peer, one.status])).toEqual([
      ['hub', 'disabled'],
      ['identity-service', 'disabled'],
      ['product-api', 'ok'],
    ]);
    expect(peer.received.map(({ path }) => path)).toContain(
      `/product-api/admin/dsar/${encodeURIComponent(key)}`,
    );
  });

  test('rejects unknown subjects, callers without the scopes, and other tenants', async () => {
    expect(errorOf(await create(newId('user'))).slice(2)).toEqual(['/subject/value', 'not_found']);
    const user = knownUser(under, tenant);
    const reader = await under.platform.as({ tenant, scopes: ['tenant:compliance.read'] });
    expect((await create(user.id, {}, reader)).status).toBe(403);
    const { id } = ok(await create(user.id));
    await ended(id);
    expect((await download(id, {}, ['tenant:compliance.read'])).answer.status).toBe(403);
    const other = await under.tenant();
    expect((await create(user.id, {}, other.api)).status).toBe(422);
    for (const path of [pathOf(id), `${pathOf(id)}/bundle`])
      expect((await other.api.get(path)).status).toBe(404);
    expect(ok(await other.api.get(accessRequestsPath)).data).toEqual([]);
    expect(ok(await api.get(`${accessRequestsPath}?userId=${user.id}`)).data).toMatchObject([
      { id },
    ]);
  });

  test('creates only one of two concurrent requests for a user, and runs up to three per tenant', async () => {
    const { tenant: own, api: mine } = await under.tenant();
    const users = Array.from({ length: 4 }, () => knownUser(under, own));
    for (const { id } of users) answers.set(`hub ${id}`, { hang: true });
    const twice = await Promise.all([
      create(users[0]!.id, {}, mine),
      create(users[0]!.id, {}, mine),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = twice.find((one) => one.status === 200)!.body;
    expect(twice.find((one) => one.status === 409)!.body.existingId).toBe(made.id);
    const rest = await Promise.all(users.slice(1).map(({ id }) => create(id, {}, mine)));
    expect(rest.map(({ body }) => body.code ?? 'made').sort()).toEqual([
      'limit_exceeded',
      'made',
      'made',
    ]);
    for (const { body } of [{ body: made }, ...rest.filter((one) => one.status === 200)])
      expect(ok(await mine.post(`${pathOf(body.id)}/cancel`)).state).toBe('CANCELLED');
  });
});

describe('an access request', () => {
  const none = [409, 'invalid_state'];
  const cancelled = [200, 'CANCELLED'];
  const retried = [200, 'PENDING'];
  const served = [200, undefined];
  let id: string;

  beforeAll(async () => {
    ({ id } = ok(await create(knownUser(under, tenant).id)));
    await ended(id);
  });

  test.each([
    ['PENDING', { bundle: none, retry: none, cancel: cancelled }],
    ['RUNNING', { bundle: none, retry: none, cancel: cancelled }],
    ['COMPLETED', { bundle: served, retry: none, cancel: none }],
    ['PARTIAL', { bundle: served, retry: retried, cancel: none }],
    ['FAILED', { bundle: none, retry: retried, cancel: none }],
    ['CANCELLED', { bundle: none, retry: none, cancel: cancelled }],
    ['EXPIRED', { bundle: none, retry: none, cancel: none }],
  ])('that is %s allows only its operations', async (state, expected) => {
    const become = () =>
      under.sql('UPDATE access_requests SET state = $2 WHERE id = $1', [id, state]);
    const outcomeOf = ({ status, body }: any) => [status, body.code ?? body.state];
    await become();
    const { answer, bytes } = await download(id);
    const problem = answer.status === 200 ? undefined : JSON.parse(bytes.toString()).code;
    expect([answer.status, problem]).toEqual(expected.bundle);
    expect(outcomeOf(await api.post(`${pathOf(id)}/cancel`))).toEqual(expected.cancel);
    await become();
    expect(outcomeOf(await api.post(`${pathOf(id)}/retry`))).toEqual(expected.retry);
    if (expected.retry === retried) await ended(id);
  });
});

describe('services that do not answer', () => {
  test('leave a gap that the file lists and a retry fills', async () => {
    const user = knownUser(under, tenant);
    answers.set(`hub ${user.id}`, { status: 500 });
    answers.set(`identity-service ${user.id}`, { body: 'x'.repeat(300_000) });
    const { id } = ok(await create(user.id));
    const partial = await ended(id, 'PARTIAL');
    expect(partial.parts.map((one: any) => [one.status, one.error])).toEqual([
      ['failed', 'status_500'],
      ['failed', 'too_large'],
      ['ok', null],
    ]);
    const gaps = JSON.parse((await entriesOf((await download(id)).bytes))['manifest.json']!).parts;
    expect(gaps[0]).toMatchObject({ peer: 'hub', status: 'failed', path: null });
    answers.delete(`hub ${user.id}`);
    answers.set(`identity-service ${user.id}`, { status: 404 });
    const asked = peer.received.filter(({ path }) => path.endsWith(user.id)).length;
    ok(await api.post(`${pathOf(id)}/retry`));
    const done = await ended(id);
    expect(done.parts.map((one: any) => one.status)).toEqual(['ok', 'empty', 'ok']);
    expect(peer.received.filter(({ path }) => path.endsWith(user.id))).toHaveLength(asked + 2);
    expect(await typesOf(id)).toEqual([
      'access_request.created',
      'access_request.partial',
      'access_request.completed',
    ]);
    expect((await api.post(`${pathOf(id)}/retry`)).status).toBe(409);
  });

  test('fail the request if there are no others', async () => {
    const user = knownUser(under, tenant);
    for (const service of services) answers.set(`${service} ${user.id}`, { reset: true });
    const { id } = ok(await create(user.id));
    const failed = await ended(id, 'FAILED');
    expect(failed.parts.every((one: any) => one.status === 'failed')).toBe(true);
    expect(failed.bundle).toBeNull();
    await clean();
    await eventually(async () => {
      const left = await under.sql('SELECT 1 FROM access_requests WHERE has_objects AND id = $1', [
        id,
      ]);
      return left.length === 0;
    });
    expect(errorOf(await api.get(`${pathOf(id)}/bundle`)).slice(0, 2)).toEqual([
      409,
      'invalid_state',
    ]);
  });
});

describe('the file of a request', () => {
  test('is deleted when it expires', async () => {
    const user = knownUser(under, tenant);
    const { id } = ok(await create(user.id));
    await ended(id);
    expect(filesOf(id)).toContain('bundle.zip');
    await under.sql('UPDATE access_requests SET bundle_expires_at = now() WHERE id = $1', [id]);
    expect((await api.get(`${pathOf(id)}/bundle`)).status).toBe(409);
    await clean();
    expect(await ended(id, 'EXPIRED')).toMatchObject({ bundle: null });
    expect(filesOf(id)).toEqual([]);
    expect((await typesOf(id)).at(-1)).toBe('access_request.expired');
  });

  test('is deleted even if the file of another request cannot be', async () => {
    const made: string[] = [];
    for (const user of [knownUser(under, tenant), knownUser(under, tenant)]) {
      const { id } = ok(await create(user.id));
      await ended(id);
      made.push(id);
    }
    const [stuck = '', other = ''] = made;
    await moveTo(stuck, nowhere);
    for (const id of made)
      await under.sql('UPDATE access_requests SET bundle_expires_at = now() WHERE id = $1', [id]);
    await expect(clean()).rejects.toThrow('location');
    expect(filesOf(stuck)).not.toEqual([]);
    await eventually(() => filesOf(other).length === 0);
    await moveTo(stuck, stores.current.location);
    await clean();
    await eventually(() => filesOf(stuck).length === 0);
  });

  test('is deleted when the user is erased', async () => {
    const user = knownUser(under, tenant);
    const { id } = ok(await create(user.id, { note: 'By mail' }));
    await ended(id);
    const erasure = await deactivated(api, user.id);
    await erase(erasure.id);
    expect((await api.get(`${pathOf(id)}/bundle`)).status).toBe(409);
    expect(await ended(id, 'EXPIRED')).toMatchObject({ subject: { userId: null }, note: null });
    await clean();
    expect(filesOf(id)).toEqual([]);
    expect(errorOf(await create(user.id)).slice(0, 2)).toEqual([409, 'invalid_state']);
  });
});

describe('the collected parts of a failed request', () => {
  /** A request that two services have answered, and whose file could not be stored. */
  async function failedRequest(): Promise<{ userId: string; id: string }> {
    const { id: userId } = knownUser(under, tenant);
    answers.set(`hub ${userId}`, { status: 500 });
    const signature = under.platform.hub.keepSignaturesBack(tenant, 'EXPORT_MANIFEST');
    const { id } = ok(await create(userId));
    await eventually(() => signature.isAsked());
    const inTheWay = join(folder.path, 'dsar', tenant.id, id, 'bundle.zip');
    mkdirSync(join(inTheWay, 'folder'), { recursive: true });
    signature.release();
    const { parts } = await ended(id, 'FAILED');
    expect(parts.map((one: any) => one.status)).toEqual(['failed', 'ok', 'ok']);
    rmSync(inTheWay, { recursive: true });
    answers.delete(`hub ${userId}`);
    return { userId, id };
  }
  const askedFor = (userId: string): string[] =>
    peer.received
      .filter(({ path }) => path.endsWith(userId))
      .map(({ path }) => path.split('/')[1]!);
  const expire = (id: string) =>
    under.sql('UPDATE access_requests SET bundle_expires_at = now() WHERE id = $1', [id]);

  test('are kept for a retry, which asks only the services that failed', async () => {
    const { userId, id } = await failedRequest();
    await clean();
    expect(filesOf(id).sort()).toEqual(['identity-service.json', 'product-api.json']);
    const before = askedFor(userId).length;
    ok(await api.post(`${pathOf(id)}/retry`));
    expect((await ended(id)).parts.map((one: any) => one.status)).toEqual(['ok', 'ok', 'ok']);
    expect(askedFor(userId).slice(before)).toEqual(['hub']);
    const entries = await entriesOf((await download(id)).bytes);
    for (const service of services) expect(entries[`${service}.json`]).toContain(userId);
  });

  test.each([
    ['are kept if a retry precedes the cleanup', ['retry', 'clean']],
    ['are requested again if a retry follows the cleanup', ['clean', 'retry']],
  ])('%s', async (_name, order) => {
    const { userId, id } = await failedRequest();
    await expire(id);
    const waiting = async (): Promise<number> =>
      (
        await under.sql(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length;
    await withClient(under.platform.database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM compliance.access_requests WHERE id = $1 FOR UPDATE', [id]);
      const steps: Promise<unknown>[] = [];
      for (const step of order) {
        // The service's own cleanup may wait as well.
        const others = await waiting();
        steps.push(step === 'clean' ? clean() : api.post(`${pathOf(id)}/retry`));
        await eventually(async () => (await waiting()) > others);
      }
      await client.query('COMMIT');
      await Promise.all(steps);
    });
    await ended(id);
    const entries = await entriesOf((await download(id)).bytes);
    for (const service of services) expect(entries[`${service}.json`]).toContain(userId);
  });

  test('are deleted when a file would expire; a retry then asks every service', async () => {
    const { userId, id } = await failedRequest();
    const [{ days }] = await under.sql<any>(
      `SELECT round(extract(epoch FROM bundle_expires_at - now()) / 86400) AS days FROM access_requests WHERE id = $1`,
      [id],
    );
    expect(Number(days)).toBe(7);
    await expire(id);
    await clean();
    expect(filesOf(id)).toEqual([]);
    const before = askedFor(userId).length;
    ok(await api.post(`${pathOf(id)}/retry`));
    await ended(id);
    expect(askedFor(userId).slice(before).sort()).toEqual([...services].sort());
  });

  test('are deleted when the user is erased', async () => {
    const { userId, id } = await failedRequest();
    const erasure = await deactivated(api, userId);
    await erase(erasure.id);
    await clean();
    await eventually(() => filesOf(id).length === 0);
    expect((await api.post(`${pathOf(id)}/retry`)).status).toBe(409);
  });

  test('are replaced by those of a retry while they are being deleted', async () => {
    const { userId, id } = await failedRequest();
    await moveTo(id, nowhere);
    await expire(id);
    let retried: any;
    await clean((location) => {
      if (location !== nowhere) return stores.at(location);
      return {
        ...stores.current,
        async *list(prefix) {
          await moveTo(id, stores.current.location);
          retried = ok(await api.post(`${pathOf(id)}/retry`));
          await ended(id);
          yield* stores.current.list(prefix);
        },
      };
    });
    expect(retried).toMatchObject({ state: 'PENDING' });
    const entries = await entriesOf((await download(id)).bytes);
    for (const service of services) expect(entries[`${service}.json`]).toContain(userId);
    await expire(id);
    await clean();
    await eventually(async () => {
      const left = await under.sql('SELECT 1 FROM access_requests WHERE has_objects AND id = $1', [
        id,
      ]);
      return left.length === 0;
    });
    expect(filesOf(id)).toEqual([]);
  });
});

test('an erasure waits while data is being collected', async () => {
  const user = knownUser(under, tenant);
  answers.set(`hub ${user.id}`, { hang: true });
  const { id } = ok(await create(user.id));
  const erasure = ok(await requestErasure(api, user.id));
  await inState(api, `${erasuresPath}/${erasure.id}`, 'DEACTIVATED');
  await under.sql('UPDATE erasure_requests SET grace_ends_at = now() WHERE id = $1', [erasure.id]);
  await sweep();
  expect((await inState(api, `${erasuresPath}/${erasure.id}`, 'HELD')).holds).toEqual([]);
  ok(await api.post(`${pathOf(id)}/cancel`));
  await sweep();
  await inState(api, `${erasuresPath}/${erasure.id}`, 'COMPLETED');
});

describe('GET /admin/dsar/{sub}', () => {
  const ask = (sub: string, token = sharedToken) =>
    askForSubjectData(under.platform.baseUrl, { tenantId: tenant.id, sub, token });

  test('collects the data of compliance and the other services', async () => {
    const user = knownUser(under, tenant);
    const consent = ok(await grant(api, { subjectId: user.id }));
    const { directory, access, outbound } = under.platform;
    directory.subjects.setSections(user.id, { profile: { name: 'Ada' } });
    access.subjects.setSections(user.id, { roleAssignments: [1] });
    outbound.subjects.setSections(user.id, { events: [] });
    expect(await ask(user.id)).toMatchObject({
      status: 200,
      body: {
        service: 'product-api',
        sections: {
          'compliance.consents': [{ id: consent.id }],
          'directory.profile': { name: 'Ada' },
          'fga.roleAssignments': [1],
          'outbound.events': [],
        },
      },
    });
  });

  test("returns the user's audit records, with only the ids of other users", async () => {
    const user = knownUser(under, tenant);
    const grace = { type: 'user', id: user.id, name: 'Grace', email: 'grace@example.com' };
    const eve = { type: 'user', id: newId('user'), name: 'Eve', email: 'eve@example.com' };
    const records = [
      aRecord({ actor: { ...eve, clientId: 'console' }, subject: grace }),
      aRecord({ actor: { ...grace, clientId: 'console' }, subject: eve }),
      aRecord({ actor: { ...eve, clientId: 'console' }, subject: eve }),
    ];
    await sendRecords(under, tenant, records);
    const found = await eventually(async () => {
      const { sections } = (await ask(user.id)).body;
      const listed = sections['compliance.auditRecords'];
      return listed?.length === 2 ? listed : undefined;
    });
    expect(found.map(({ id }: any) => id)).toEqual(records.slice(0, 2).map(({ id }) => id));
    const [about, by] = found;
    expect([about.subject, about.details]).toMatchObject([grace, { reason: 'asked by phone' }]);
    expect(by.actor).toMatchObject({ ...grace, sourceIp: '203.0.113.9' });
    expect(by).not.toHaveProperty('details');
    expect([about.actor.id, by.subject.id]).toEqual([eve.id, eve.id]);
    const text = JSON.stringify(found);
    for (const foreign of ['Eve', 'eve@example.com', 'commitments', 'ingestedBy'])
      expect(text).not.toContain(foreign);
  });

  test('rejects other callers, and reports unavailable services', async () => {
    const user = knownUser(under, tenant);
    expect((await ask(user.id, 'another')).status).toBe(401);
    under.platform.directory.setAway(true);
    expect((await ask(user.id)).status).toBe(503);
    under.platform.directory.setAway(false);
  });
});

test('without a shared token, nothing is collected', async () => {
  const user = knownUser(under, tenant);
  await under.platform.restart({ 'platform.dsar.fanout.service-account-token': '' });
  const closed = await under.platform.as({ tenant });
  expect(errorOf(await create(user.id, {}, closed)).slice(0, 2)).toEqual([
    503,
    'upstream_unavailable',
  ]);
  const answer = await fetch(`${under.platform.baseUrl}/admin/dsar/${user.id}`, {
    headers: { authorization: 'Bearer ', 'x-platform-tenant': tenant.id },
  });
  expect(answer.status).toBe(401);
});
