import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from './compliance-fixtures.ts';
import {
  push,
  receivers,
  sessionRevoked,
  ssfPlatform,
  streamUpdated,
  typeOf,
  typesIn,
  verification,
} from './ssf-fixtures.ts';
import type { SsfTestPlatform } from './ssf-fixtures.ts';

let under: SsfTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  under = await ssfPlatform({
    'platform.ssf.push.timeout': '2s',
    'platform.ssf.push.pause-after-failures': '2',
    'platform.ssf.hold.max-events': '3',
  });
  ({ tenant, api } = await under.tenant());
});
afterAll(() => under.stop());

const aUser = () => ({ type: 'user', id: newId('user') });
const signOut = (subject = aUser()) => ({
  type: 'user.sessions_revoked' as const,
  subject,
  actor: { type: 'client', id: 'console' } as const,
  data: { user: { id: subject.id }, sessionId: 'ses_1' },
});
const signedOut = (subject?: ReturnType<typeof aUser>) => under.publish(tenant, signOut(subject));
const receiverNow = async (id: string) => ok(await api.get(`${receivers}/${id}`));
const fresh = async () => {
  ({ tenant, api } = await under.tenant());
};

test('the transmitter verifies a receiver first, then pushes signed tokens with its header', async () => {
  await fresh();
  const receiver = await under.receiver(() => ({ status: 202 }));
  const authorizationHeader = 'Bearer receiver-token';
  const delivery = { method: push, endpointUrl: receiver.url, authorizationHeader };
  const id = await under.pushTo(api, receiver, { delivery, subjectFormat: 'complex' });
  const event = await signedOut();
  await eventually(async () => receiver.received.length === 2);
  const [first, second] = receiver.received;
  expect(second!.headers).toMatchObject({
    'content-type': 'application/secevent+jwt',
    accept: 'application/json',
    authorization: authorizationHeader,
  });
  expect((await under.verified(first!.body)).claims).toMatchObject({
    sub_id: { format: 'opaque', id },
    events: { [verification]: {} },
  });
  const { header, claims, type, event: data } = await under.verified(second!.body);
  expect(header).toEqual({ alg: 'RS256', typ: 'secevent+jwt', kid: expect.any(String) });
  expect(claims).toMatchObject({
    iss: tenant.issuer,
    aud: new URL(receiver.url).origin,
    jti: expect.stringMatching(/^set_/),
    iat: expect.any(Number),
    txn: event.id,
    sub_id: {
      format: 'complex',
      user: { format: 'iss_sub', iss: tenant.issuer, sub: event.subject.id },
      tenant: { format: 'opaque', id: tenant.id },
      session: { format: 'opaque', id: 'ses_1' },
    },
  });
  expect(type).toBe(sessionRevoked);
  expect(data).toEqual({
    event_timestamp: Math.floor(Date.parse(event.occurredAt) / 1000),
    initiating_entity: 'admin',
    reason_admin: { en: expect.stringMatching(/./) },
  });
  for (const claim of ['sub', 'exp', 'scope']) expect(claims).not.toHaveProperty(claim);
  await eventually(async () => (await receiverNow(id)).pendingCount === 0);
  const kept = await under.sql(
    'SELECT claims, jws, subject_id FROM ssf_tokens WHERE receiver_id = $1',
    [id],
  );
  expect(kept).toEqual([1, 2].map(() => ({ claims: null, jws: null, subject_id: null })));
  expect(await under.typesOf(tenant, id)).toEqual([
    'ssf.receiver_registered',
    'ssf.receiver_verified',
  ]);
});

test('a token is resent after a failure, before any later one', async () => {
  await fresh();
  let failures = 0;
  const receiver = await under.receiver((_request, n) => {
    if (n !== 2) return {};
    failures += 1;
    return { status: 503, headers: { 'retry-after': '1' } };
  });
  const id = await under.pushTo(api, receiver);
  const events = [await signedOut(), await signedOut()];
  await eventually(async () => receiver.received.length === 4);
  expect(failures).toBe(1);
  const [, failed, again, later] = receiver.received;
  expect(again!.body).toBe(failed!.body);
  expect([failed, later].map((one) => decodeJwt(one!.body)['txn'])).toEqual(
    events.map((e) => e.id),
  );
  await eventually(async () => (await receiverNow(id)).consecutiveFailures === 0);
});

test('an event creates one token per receiver, however often it arrives', async () => {
  await fresh();
  const receiver = await under.receiver();
  const id = await under.pushTo(api, receiver);
  const event = await signedOut();
  await under.publish(tenant, event as Parameters<typeof under.publish>[1]);
  const last = await signedOut();
  await eventually(async () =>
    receiver.received.some(({ body }) => decodeJwt(body)['txn'] === last.id),
  );
  expect(typesIn(receiver)).toHaveLength(3);
  expect(
    ok(await api.get(`${receivers}/${id}/deliveries`)).data.map((d: any) => d.eventId),
  ).toEqual([last.id, event.id, null]);
});

test('tokens that the receiver rejects are not resent', async () => {
  await fresh();
  const receiver = await under.receiver((_request, n) =>
    n === 2 ? { status: 400, body: '{"err":"invalid_issuer","description":"Who?"}' } : {},
  );
  const id = await under.pushTo(api, receiver);
  await signedOut();
  await signedOut();
  await eventually(async () => receiver.received.length === 3);
  const { data } = ok(await api.get(`${receivers}/${id}/deliveries`));
  expect(data[1]).toMatchObject({
    state: 'rejected',
    responseStatus: 400,
    error: 'invalid_issuer: Who?',
    attempts: 1,
  });
});

test('an unresponsive receiver delays only itself, is paused, and gets everything when it recovers', async () => {
  await fresh();
  let isHanging = false;
  const slow = await under.receiver(() => ({ hang: isHanging }));
  const quick = await under.receiver();
  const id = await under.pushTo(api, slow);
  await under.pushTo(api, quick);
  isHanging = true;
  const events = [await signedOut()];
  await eventually(async () => quick.received.length === 2);
  await eventually(async () => (await receiverNow(id)).status === 'paused');
  expect(await receiverNow(id)).toMatchObject({
    statusChangedBy: 'platform',
    consecutiveFailures: 0,
    lastError: 'timeout',
  });
  expect(await under.typesOf(tenant, id)).toEqual(
    expect.arrayContaining(['ssf.receiver_paused', 'ssf.receiver_failing']),
  );
  events.push(await signedOut());
  await eventually(async () => (await receiverNow(id)).pendingCount === 2);
  const { data } = ok(await api.get(`${receivers}/${id}/deliveries`));
  expect(data.slice(0, 2).map((d: any) => d.state)).toEqual(['held', 'held']);
  // The last token announces the pause.
  expect(typesIn(slow).at(-1)).toBe(streamUpdated);
  const before = slow.received.length;
  isHanging = false;
  ok(await api.patch(`${receivers}/${id}`, { body: { enabled: true } }));
  await eventually(async () => slow.received.length === before + 3);
  const tokens = slow.received.slice(before).map(({ body }) => decodeJwt(body));
  expect(tokens[0]!['events']).toEqual({ [streamUpdated]: { status: 'enabled' } });
  expect(tokens.slice(1).map((claims) => claims['txn'])).toEqual(events.map((e) => e.id));
});

test('the lease of a failing queue is kept until its receiver is paused', async () => {
  // A lease is renewed every 800 ms, at least once while the announcement waits for its response.
  const shortLeased = await ssfPlatform(
    { 'platform.ssf.push.pause-after-failures': '2' },
    { pushLeaseMs: 2_400 },
  );
  try {
    const { tenant: owner, api: admin } = await shortLeased.tenant();
    const failing = await shortLeased.receiver(({ body }) => {
      const type = typeOf(body);
      return {
        status: type === sessionRevoked ? 503 : 202,
        delayMs: type === streamUpdated ? 1_700 : 0,
      };
    });
    const id = await shortLeased.pushTo(admin, failing);
    await shortLeased.publish(owner, signOut());
    await eventually(async () => {
      const { status } = ok(await admin.get(`${receivers}/${id}`));
      return status === 'paused' || typesIn(failing).length > 4;
    });
    expect(typesIn(failing)).toEqual([verification, sessionRevoked, sessionRevoked, streamUpdated]);
  } finally {
    await shortLeased.stop();
  }
});

test('a paused receiver keeps the newest tokens, and a disabled one keeps none', async () => {
  await fresh();
  const receiver = await under.receiver();
  const id = await under.pushTo(api, receiver);
  ok(await api.patch(`${receivers}/${id}`, { body: { status: 'paused' } }));
  const events: { id: string }[] = [];
  for (let i = 0; i < 5; i++) events.push(await signedOut());
  await eventually(async () => {
    const { data } = ok(await api.get(`${receivers}/${id}/deliveries`));
    return data[0].eventId === events[4]!.id;
  });
  const states = async () =>
    ok(await api.get(`${receivers}/${id}/deliveries`)).data.map((d: any) => d.state);
  expect(await states()).toEqual(['held', 'held', 'held', 'discarded', 'discarded', 'delivered']);
  ok(await api.patch(`${receivers}/${id}`, { body: { status: 'disabled' } }));
  expect((await states()).filter((s: string) => s === 'discarded')).toHaveLength(5);
  expect((await receiverNow(id)).pendingCount).toBe(0);
});

test('a receiver gets only events about members of its organizations', async () => {
  await fresh();
  const receiver = await under.receiver();
  const organizationId = newId('organization');
  await under.pushTo(api, receiver, { organizationIds: [organizationId], subjectFormat: 'email' });
  const member = aUser();
  under.platform.directory.setUser(tenant.id, member.id, {
    userJson: JSON.stringify({ email: 'ada@example.com' }),
    memberships: [{ organizationId, state: 'active', roles: [] }],
  });
  await signedOut(aUser());
  const seen = await signedOut(member);
  await eventually(async () => receiver.received.length === 2);
  expect(decodeJwt(receiver.received[1]!.body)).toMatchObject({
    txn: seen.id,
    sub_id: { format: 'email', email: 'ada@example.com' },
  });
});

test('an erasure drops pending tokens of the user, and reports the purge when it completes', async () => {
  await fresh();
  const receiver = await under.receiver();
  const id = await under.pushTo(api, receiver);
  ok(await api.patch(`${receivers}/${id}`, { body: { status: 'paused' } }));
  const person = aUser();
  await signedOut(person);
  const erasure = { type: 'erasure_request', id: newId('request') };
  const data = { erasureRequest: { id: erasure.id, userId: person.id } };
  const named = { ...data, user: { id: person.id }, externalIds: [] };
  await under.publish(tenant, {
    type: 'erasure.subject_deactivated',
    subject: person,
    data: named,
  });
  await eventually(
    async () => (await under.sql(`SELECT FROM ssf_tokens WHERE state = 'withheld'`)).length === 1,
  );
  expect((await receiverNow(id)).pendingCount).toBe(1);
  await under.publish(tenant, { type: 'erasure.completed', subject: erasure, data });
  await eventually(async () => {
    const { data: listed } = ok(await api.get(`${receivers}/${id}/deliveries`));
    return listed[0].type.endsWith('risc/event-type/account-purged');
  });
  const { data: listed } = ok(await api.get(`${receivers}/${id}/deliveries`));
  expect(listed.map((d: any) => d.state)).toEqual(['held', 'discarded', 'delivered']);
  const before = receiver.received.length;
  ok(await api.patch(`${receivers}/${id}`, { body: { enabled: true } }));
  await eventually(async () => receiver.received.length === before + 2);
  expect(decodeJwt(receiver.received.at(-1)!.body)).toMatchObject({
    sub_id: { format: 'iss_sub', sub: person.id },
  });
});

test('two pods share the queues and push each token once', async () => {
  // A push that times out is repeated.
  const patient = { 'platform.ssf.push.timeout': '30s' } as const;
  await under.platform.restart(patient);
  await fresh();
  const receiver = await under.receiver();
  const id = await under.pushTo(api, receiver);
  const pod = await under.platform.startPod('second', patient);
  try {
    const events = [];
    for (let i = 0; i < 12; i++) events.push(await signedOut());
    await eventually(async () => receiver.received.length >= 13);
    await eventually(async () => (await receiverNow(id)).pendingCount === 0);
    expect(receiver.received.slice(1).map(({ body }) => decodeJwt(body)['txn'])).toEqual(
      events.map((e) => e.id),
    );
    expect(receiver.mostAtOnce()).toBe(1);
  } finally {
    await pod.close();
    await under.platform.restart({});
  }
});

test('deleting an application disables its receivers, which get only that notice', async () => {
  await fresh();
  const receiver = await under.receiver();
  const id = await under.pushTo(api, receiver, { clientId: 'app' });
  const other = await under.receiver();
  await under.pushTo(api, other);
  const subject = { type: 'client', id: 'app' };
  await under.publish(tenant, { type: 'client.deleted', subject });
  await eventually(async () => (await receiverNow(id)).status === 'disabled');
  expect((await receiverNow(id)).statusChangedBy).toBe('platform');
  await eventually(() => typesIn(receiver).includes(streamUpdated));
  const { event } = await under.verified(receiver.received.at(-1)!.body);
  expect(event).toEqual({ status: 'disabled', reason: 'the application was deleted' });
  await signedOut();
  await eventually(() => typesIn(other).includes(sessionRevoked));
  expect(typesIn(receiver)).toEqual([verification, streamUpdated]);
});
