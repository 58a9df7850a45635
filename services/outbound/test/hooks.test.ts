import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { patientPeer } from '@platform/testkit/patient-peer';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import type { TestApi } from '@platform/testkit/service';
import { verifyDelivery } from './delivery-signature.ts';
import { webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
let receiver: Receiver;
const path = '/api/v1/hooks';
const whsec = (letter: string): string =>
  `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;

beforeAll(async () => {
  web = await webhookPlatform();
  receiver = await startReceiver();
  const { api } = await web.tenant();
  await eventually(async () => (await api.get(path)).status === 200);
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await receiver.stop();
  await web.platform.stop();
});

const create = (api: TestApi, body: Record<string, unknown> = {}) =>
  api.post(path, {
    body: { name: 'Gate', stage: 'token_issue', url: `${receiver.url}/${newId('hook')}`, ...body },
  });
const created = async (api: TestApi, body: Record<string, unknown> = {}) => {
  const { status, body: hook } = await create(api, body);
  expect([status, hook]).toMatchObject([200, { id: expect.stringMatching(/^hok_/) }]);
  return hook as { id: string; url: string; secret: string; [member: string]: any };
};
const peers: RpcPeer[] = [];
const rpc = (account: 'hub' | 'identity-service' = 'hub') => {
  const peer = patientPeer({
    address: `127.0.0.1:${web.platform.service.rpcPort}`,
    token: () => web.platform.cluster.mint(account, 'outbound'),
  });
  peers.push(peer);
  return peer.service('platform.outbound.v1.Hooks');
};

describe('hookCreate', () => {
  test('applies the defaults, and returns the secret once', async () => {
    const { api } = await web.tenant();
    const hook = await created(api, { headers: { 'X-Key': 'k' } });
    expect(hook).toMatchObject({
      name: 'Gate',
      stage: 'token_issue',
      position: 0,
      clientIds: [],
      failureMode: 'open',
      timeoutMilliseconds: 2000,
      enabled: true,
      headerNames: ['X-Key'],
      secret: expect.stringMatching(/^whsec_/),
      secrets: [{ last4: hook.secret.slice(-4), expiresAt: null }],
    });
    const { body } = await api.get(`${path}/${hook.id}`);
    expect(body).not.toHaveProperty('secret');
    expect(JSON.stringify(body)).not.toContain('"k"');
    for (const stage of ['pre_registration', 'post_login'])
      expect((await created(api, { stage })).failureMode).toBe('closed');
  });

  test.each([
    { stage: 'other' },
    { url: 'https://127.0.0.1/x' },
    { url: 'ftp://example.com' },
    { url: 'https://user@example.com/' },
    { timeoutMilliseconds: 99 },
    { timeoutMilliseconds: 3001 },
    { position: 100 },
    { headers: { 'webhook-id': 'x' } },
    { secret: 'whsec_short' },
    { name: '' },
    { other: 1 },
  ])('refuses %j', async (body) => {
    const { api } = await web.tenant();
    expect((await create(api, body)).status).toBe(422);
  });

  test('enables at most three hooks per stage, and twenty for login flows, even concurrently', async () => {
    const { api } = await web.tenant();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(api)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(3);
    expect(answers.find((a) => a.status !== 200)!.body.code).toBe('limit_exceeded');
    const spare = await created(api, { enabled: false });
    const enabling = await api.patch(`${path}/${spare.id}`, { body: { enabled: true } });
    expect(enabling.body.code).toBe('limit_exceeded');
    for (let i = 0; i < 4; i++) await created(api, { stage: 'login_flow' });
  });
});

describe('hookList, hookGet, hookUpdate, hookDelete', () => {
  test('lists by stage and position, page by page', async () => {
    const { api } = await web.tenant();
    const last = await created(api, { position: 7 });
    const first = await created(api, { position: 1 });
    const other = await created(api, { stage: 'client_credentials' });
    const page = (await api.get(`${path}?limit=2`)).body;
    expect(page.data.map((h: any) => h.id)).toEqual([other.id, first.id]);
    const rest = (await api.get(`${path}?limit=2&cursor=${page.nextCursor}`)).body;
    expect(rest).toMatchObject({ data: [{ id: last.id }], hasMore: false });
    const ofStage = (await api.get(`${path}?stage=token_issue`)).body.data;
    expect(ofStage.map((h: any) => h.id)).toEqual([first.id, last.id]);
  });

  test('merges a patch with If-Match; the stage cannot be changed', async () => {
    const { api } = await web.tenant();
    const hook = await created(api, { headers: { a: '1', b: '2' } });
    const patch = { name: 'Renamed', headers: { a: null, c: '3' } };
    const got = await api.get(`${path}/${hook.id}`);
    const headers = { 'if-match': got.headers.get('etag')! };
    const updated = await api.patch(`${path}/${hook.id}`, { body: patch, headers });
    expect(updated.body).toMatchObject({ name: 'Renamed', headerNames: ['b', 'c'] });
    expect((await api.patch(`${path}/${hook.id}`, { body: patch, headers })).status).toBe(412);
    const moved = await api.patch(`${path}/${hook.id}`, { body: { stage: 'post_login' } });
    expect(moved.body.errors[0]).toMatchObject({ pointer: '/stage', code: 'unknown_member' });
    expect((await api.delete(`${path}/${hook.id}`)).body).toEqual({ id: hook.id, deleted: true });
    expect((await api.get(`${path}/${hook.id}`)).status).toBe(404);
  });

  test('rotates with overlap, and publishes every change', async () => {
    const { tenant, api } = await web.tenant();
    const hook = await created(api);
    const rotated = await api.post(`${path}/${hook.id}/rotate-secret`, {
      body: { secret: whsec('n') },
    });
    expect(rotated.body).toMatchObject({
      secret: whsec('n'),
      secrets: [{ expiresAt: null }, { expiresAt: expect.any(String) }],
    });
    await api.delete(`${path}/${hook.id}`);
    const published = await web.sql<{ envelope: any }>(
      "SELECT envelope FROM outbox WHERE tenant_id = $1 AND subject LIKE '%.webhook.hook_changed' ORDER BY position",
      [tenant.id],
    );
    expect(published.map(({ envelope }) => envelope.data.data.change)).toEqual([
      'created',
      'secret_rotated',
      'deleted',
    ]);
    expect(JSON.stringify(published)).not.toContain(whsec('n'));
  });

  test("requires its scopes, and hides another tenant's hooks", async () => {
    const { tenant, api } = await web.tenant();
    const { id } = await created(api);
    const reader = await web.platform.as({ tenant, scopes: ['tenant:webhooks.read'] });
    expect((await reader.get(`${path}/${id}`)).status).toBe(200);
    expect((await create(reader)).body.code).toBe('insufficient_scope');
    const { api: other } = await web.tenant();
    expect((await other.get(`${path}/${id}`)).status).toBe(404);
    expect((await other.patch(`${path}/${id}`, { body: { name: 'x' } })).status).toBe(404);
    expect((await other.post(`${path}/${id}/rotate-secret`, { body: {} })).status).toBe(404);
    expect((await other.post(`${path}/${id}/test`)).status).toBe(404);
    expect((await other.delete(`${path}/${id}`)).status).toBe(404);
    expect((await other.get(path)).body.data).toEqual([]);
  });
});

describe('Hooks', () => {
  test('returns the hooks to the hub, in order, with secrets', async () => {
    const { tenant, api } = await web.tenant();
    const second = await created(api, { position: 2, clientIds: ['a'], failureMode: 'closed' });
    const first = await created(api, { position: 1, headers: { 'x-key': 'k' } });
    await created(api, { enabled: false });
    const { hooks } = await rpc().ListForStage(
      { tenantId: tenant.id, stage: 'token_issue' },
      { deadlineMs: 5000 },
    );
    expect(hooks).toMatchObject([
      { id: first.id, headers: { 'x-key': 'k' }, secrets: [first.secret], failureMode: 'open' },
      { id: second.id, clientIds: ['a'], failureMode: 'closed', timeoutMs: 2000 },
    ]);
  });

  test('returns no secrets to other services, which can check whether a hook exists', async () => {
    const { tenant, api } = await web.tenant();
    const { id } = await created(api, { stage: 'login_flow' });
    const facade = rpc('identity-service');
    const asked = facade.ListForStage(
      { tenantId: tenant.id, stage: 'login_flow' },
      { deadlineMs: 5000 },
    );
    await expect(asked).rejects.toMatchObject({ code: 'caller_not_allowed' });
    const get = (hookId: string) =>
      facade.GetHook({ tenantId: tenant.id, hookId }, { deadlineMs: 5000 });
    expect(await get(id)).toEqual({ found: true, stage: 'login_flow', enabled: true });
    expect((await get(newId('hook'))).found).toBe(false);
  });
});

describe('hookTest of an inline hook', () => {
  test('calls it with the example of its stage, and returns the effective commands', async () => {
    const { api } = await web.tenant();
    const hook = await created(api);
    const commands = [
      { type: 'set_claim', token: 'access', name: 'tier', value: 'gold' },
      { type: 'set_attribute', path: '/x', value: 1 },
      { type: 'unheard_of' },
    ];
    receiver.answer = () => ({ body: JSON.stringify({ commands }) });
    const stageInput = { scopes: ['openid', 'extra'] };
    const { body } = await api.post(`${path}/${hook.id}/test`, { body: { stageInput } });
    receiver.answer = () => ({});
    expect(body).toMatchObject({
      hookId: hook.id,
      hookKind: 'inline_hook',
      delivered: true,
      deliveryId: null,
      attempt: { outcome: 'succeeded', responseStatus: 200 },
      commands: [commands[0]],
    });
    const sent = receiver.received.find((r) => hook.url.endsWith(r.path))!;
    expect(sent.headers['x-platform-test']).toBe('true');
    expect(verifyDelivery(sent, hook.secret)).toMatchObject({
      hookId: hook.id,
      stage: 'token_issue',
      scopes: ['openid', 'extra'],
    });
  });

  test.each([
    [{ status: 500 }, 'http_status'],
    [{ body: '{"commands":[{"type":"deny","message":1}]}' }, 'malformed_response'],
    [{ body: 'no JSON' }, 'malformed_response'],
    [{ reset: true }, 'connection_reset'],
  ])('reports the failure: %j', async (behaviour, error) => {
    const { api } = await web.tenant();
    const hook = await created(api);
    receiver.answer = () => behaviour;
    const { status, body } = await api.post(`${path}/${hook.id}/test`);
    receiver.answer = () => ({});
    expect([status, body]).toMatchObject([200, { delivered: false, attempt: { error } }]);
  });
});
