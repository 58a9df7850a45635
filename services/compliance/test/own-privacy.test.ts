import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { compliancePaths, compliancePlatform, errorOf, grant, ok } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';
import {
  accessRequestsPath,
  erasuresPath,
  inState,
  knownUser,
  never,
  requestErasure,
} from './request-fixtures.ts';

const me = '/api/v1/me';
const folder = temporaryFolder('own-privacy-');
let under: ComplianceTestPlatform;
let peer: Receiver;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  peer = await startReceiver(({ path }) => {
    const [, service = '', , , sub = ''] = path.split('/');
    const sections = { sessions: [{ id: service }] };
    return {
      body: JSON.stringify({ sub, service, schemaVersion: 1, sections, truncated: false }),
    };
  });
  const base = `http://127.0.0.1:${peer.port}`;
  under = await compliancePlatform({
    'platform.erasure.sweep-cron': never,
    'platform.dsar.local.base-dir': folder.path,
    'platform.dsar.fanout.service-account-token': randomBytes(16).toString('hex'),
    'platform.dsar.fanout.hub-base-url': `${base}/hub`,
    'platform.dsar.fanout.identity-service-base-url': `${base}/identity-service`,
    'platform.dsar.fanout.product-api-base-url': `${base}/product-api`,
  });
  ({ tenant, api } = await under.tenant());
});
afterAll(async () => {
  await under.stop();
  await peer.stop();
  folder.remove();
});

/** A user with the calls that they make for themselves. */
async function aPerson(of = tenant): Promise<{ id: string; own: TestApi }> {
  const { id } = knownUser(under, of);
  const scopes = ['self.read', 'self.write'];
  return { id, own: await under.platform.as({ tenant: of, userId: id, scopes }) };
}
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.code];

describe('meConsentList', () => {
  test('lists the consents of the user alone', async () => {
    const [ada, grace] = [await aPerson(), await aPerson()];
    const { id } = ok(await grant(api, { subjectId: ada.id }));
    await grant(api, { subjectId: grace.id });
    const { data } = ok(await ada.own.get(`${me}/consents`));
    expect(data).toMatchObject([{ id, subjectId: ada.id, state: 'given' }]);
    expect(codeOf(await api.get(`${me}/consents`))).toEqual([403, 'insufficient_scope']);
  });
});

describe('meConsentWithdraw', () => {
  test('withdraws, as the user', async () => {
    const { id: subjectId, own } = await aPerson();
    const { id } = ok(await grant(api, { subjectId }));
    const withdrawn = ok(await own.post(`${me}/consents/${id}/withdraw`, { body: {} }));
    expect(withdrawn).toMatchObject({ id, state: 'withdrawn', collectionMethod: 'web_form' });
    const { history } = ok(await api.get(`${compliancePaths.consents}/${id}`));
    expect(history[0]).toMatchObject({
      change: 'withdrawn',
      actor: { type: 'user', id: subjectId },
    });
    expect(ok(await own.post(`${me}/consents/${id}/withdraw`)).state).toBe('withdrawn');
  });

  test("hides others' consents, here and in another tenant", async () => {
    const [ada, grace] = [await aPerson(), await aPerson()];
    const { id } = ok(await grant(api, { subjectId: ada.id }));
    const { tenant: elsewhere } = await under.tenant();
    const stranger = await under.platform.as({
      tenant: elsewhere,
      userId: ada.id,
      scopes: ['self.read', 'self.write'],
    });
    for (const own of [grace.own, stranger]) {
      expect((await own.post(`${me}/consents/${id}/withdraw`)).status).toBe(404);
      expect((await own.get(`${me}/consents/${id}/receipt`)).status).toBe(404);
    }
    expect(ok(await api.get(`${compliancePaths.consents}/${id}`)).state).toBe('given');
  });
});

test('meConsentReceipt returns the receipt that the tenant gets', async () => {
  const { id: subjectId, own } = await aPerson();
  const { id } = ok(await grant(api, { subjectId }));
  const receipt = ok(await own.get(`${me}/consents/${id}/receipt`));
  expect(ok(await api.get(`${compliancePaths.consents}/${id}/receipt`))).toEqual(receipt);
});

describe('access requests', () => {
  test('of the user are collected, and their file can be downloaded', async () => {
    const { id: userId, own } = await aPerson();
    const { id } = ok(await own.post(`${me}/access-requests`, { body: { kind: 'portability' } }));
    const path = `${me}/access-requests/${id}`;
    const done = await inState(own, path, 'COMPLETED');
    expect(done).toMatchObject({ kind: 'portability', bundle: { downloads: 0 } });
    expect(ok(await own.get(`${me}/access-requests`)).data).toMatchObject([{ id }]);
    expect(ok(await api.get(`${accessRequestsPath}/${id}`))).toMatchObject({
      subject: { type: 'user_id', userId },
      identityVerification: 'authenticated_session',
      requestedBy: 'data_subject',
    });
    expect((await own.get(`${path}/bundle`)).status).toBe(200);
    expect(ok(await own.get(path)).bundle.downloads).toBe(1);
  });

  test("are not shown with what administrators note, nor are others'", async () => {
    const [ada, grace] = [await aPerson(), await aPerson()];
    const subject = { type: 'user_id', value: ada.id };
    const { id } = ok(await api.post(accessRequestsPath, { body: { subject, note: 'internal' } }));
    const [listed] = ok(await ada.own.get(`${me}/access-requests`)).data;
    expect(listed).toMatchObject({ id });
    expect(listed).not.toHaveProperty('note');
    expect((await grace.own.get(`${me}/access-requests/${id}`)).status).toBe(404);
    expect((await grace.own.get(`${me}/access-requests/${id}/bundle`)).status).toBe(404);
    expect(ok(await grace.own.get(`${me}/access-requests`)).data).toEqual([]);
  });

  test('exist once at a time', async () => {
    const { own } = await aPerson();
    const { id } = ok(await own.post(`${me}/access-requests`));
    const second = await own.post(`${me}/access-requests`);
    if (second.status === 200) return; // The first has been collected already.
    expect([second.status, second.body.code, second.body.existingId]).toEqual([
      409,
      'already_exists',
      id,
    ]);
  });
});

describe('the erasure request', () => {
  test('of the user deactivates them, and can be cancelled', async () => {
    const { id: userId, own } = await aPerson();
    const path = `${me}/erasure-request`;
    expect((await own.get(path)).status).toBe(404);
    const { id } = ok(await own.post(path));
    expect(errorOf(await own.post(path)).slice(0, 2)).toEqual([409, 'already_exists']);
    await inState(api, `${erasuresPath}/${id}`, 'DEACTIVATED');
    expect(ok(await api.get(`${erasuresPath}/${id}`))).toMatchObject({
      subject: { userId },
      reason: 'account_closure',
      identityVerification: 'authenticated_session',
    });
    expect(ok(await own.get(path))).toMatchObject({ id, state: 'DEACTIVATED', cancellable: true });
    ok(await own.post(`${path}/cancel`));
    await inState(api, `${erasuresPath}/${id}`, 'CANCELLED');
    expect(ok(await own.get(path))).toMatchObject({ id, state: 'CANCELLED', cancellable: false });
    expect((await own.post(`${path}/cancel`)).status).toBe(404);
  });

  test('of an authority cannot be cancelled by the user', async () => {
    const { id: userId, own } = await aPerson();
    ok(await requestErasure(api, userId, { requestedBy: 'authority' }));
    expect(ok(await own.get(`${me}/erasure-request`)).cancellable).toBe(false);
    const answer = await own.post(`${me}/erasure-request/cancel`);
    expect(codeOf(answer)).toEqual([409, 'invalid_state']);
  });
});
