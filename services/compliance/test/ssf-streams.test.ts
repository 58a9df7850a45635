import { ssfEventTypes } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepReceivers } from '../src/ssf/receiver-sweep.ts';
import { ok } from './compliance-fixtures.ts';
import { poll, push, receivers, ssfPlatform, verification } from './ssf-fixtures.ts';
import type { SsfTestPlatform } from './ssf-fixtures.ts';

let under: SsfTestPlatform;
let tenant: TestTenant;
let api: TestApi;
let client: TestApi;

beforeAll(async () => {
  under = await ssfPlatform({ 'platform.ssf.poll.max-wait': '20s' });
});
afterAll(() => under.stop());

const created = ({ status, body }: TestAnswer): any => {
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
/** A tenant with a stream of its own client. */
async function polledStream(): Promise<string> {
  ({ tenant, api } = await under.tenant());
  client = await under.client(tenant);
  const body = { delivery: { method: poll } };
  return created(await client.post('/ssf/streams', { body })).stream_id;
}
const pollOnce = async (id: string, body: object = {}) =>
  ok(await client.post(`/ssf/streams/${id}/poll`, { body: { returnImmediately: true, ...body } }));
const signedOut = () =>
  under.publish(tenant, { type: 'user.signed_out', subject: { type: 'user', id: newId('user') } });
/** Acknowledges the verification event. */
async function verify(id: string): Promise<void> {
  const { sets } = await pollOnce(id);
  await pollOnce(id, { ack: Object.keys(sets), maxEvents: 0 });
}

describe('streams', () => {
  test('can be created, read, changed and deleted by their client', async () => {
    const id = await polledStream();
    const stream = ok(await client.get(`/ssf/streams?stream_id=${id}`));
    expect(stream).toMatchObject({
      stream_id: id,
      iss: tenant.issuer,
      aud: 'app',
      delivery: {
        method: poll,
        endpoint_url: `https://${new URL(tenant.issuer).hostname}/ssf/streams/${id}/poll`,
      },
      min_verification_interval: 3600,
    });
    expect(stream.events_delivered).toEqual(stream.events_supported);
    expect(ok(await client.get('/ssf/streams'))).toEqual([stream]);
    const wanted = stream.events_supported.slice(0, 1);
    const patched = ok(
      await client.patch('/ssf/streams', { body: { stream_id: id, events_requested: wanted } }),
    );
    expect(patched.events_delivered).toEqual(wanted);
    const replaced = ok(
      await client.put('/ssf/streams', { body: { stream_id: id, delivery: { method: poll } } }),
    );
    expect(replaced.events_delivered).toEqual(stream.events_supported);
    expect(ok(await api.get(`${receivers}/${id}`)).id).toBe(id);
    expect((await client.delete(`/ssf/streams?stream_id=${id}`)).status).toBe(204);
    expect(ok(await client.get('/ssf/streams'))).toEqual([]);
  });

  test('a push stream can change its URL but not its method', async () => {
    ({ tenant, api } = await under.tenant());
    client = await under.client(tenant);
    const [first, second] = [await under.receiver(), await under.receiver()];
    const delivery = { method: push, endpoint_url: first.url };
    const stream = created(await client.post('/ssf/streams', { body: { delivery } }));
    expect(stream.delivery).toEqual(delivery);
    const id = stream.stream_id;
    await eventually(async () => first.received.length === 1);
    const moved = { method: push, endpoint_url: second.url, authorization_header: 'Bearer x' };
    ok(await client.patch('/ssf/streams', { body: { stream_id: id, delivery: moved } }));
    await signedOut();
    await eventually(async () => second.received.length === 1);
    expect(second.received[0]!.headers.authorization).toBe('Bearer x');
    const other = { stream_id: id, delivery: { method: poll } };
    expect((await client.patch('/ssf/streams', { body: other })).status).toBe(400);
    expect((await client.put('/ssf/streams', { body: { stream_id: id } })).status).toBe(400);
  });

  test('use the bodies and status codes of SSF', async () => {
    const id = await polledStream();
    const bad = await client.post('/ssf/streams', { body: { delivery: { method: push } } });
    expect([bad.status, bad.body]).toEqual([
      400,
      { err: 'validation_failed', description: expect.stringContaining('endpoint_url') },
    ]);
    const body = { stream_id: id, status: 'paused', reason: 'Later' };
    expect(ok(await client.post('/ssf/status', { body }))).toEqual(body);
    expect(ok(await client.get(`/ssf/status?stream_id=${id}`))).toEqual(body);
    ok(await client.post('/ssf/status', { body: { stream_id: id, status: 'enabled' } }));
    expect((await client.post('/ssf/verify', { body: { stream_id: id } })).status).toBe(204);
    expect((await client.post('/ssf/verify', { body: { stream_id: id } })).status).toBe(429);
    expect((await client.get('/ssf/status')).status).toBe(400);
  });

  test('accept a repeated poll URL, but not a different one', async () => {
    const id = await polledStream();
    const { delivery } = ok(await client.get(`/ssf/streams?stream_id=${id}`));
    const patch = (endpoint_url: string) =>
      client.patch('/ssf/streams', {
        body: { stream_id: id, delivery: { ...delivery, endpoint_url } },
      });
    expect((await patch(delivery.endpoint_url)).status).toBe(200);
    expect((await patch(`${delivery.endpoint_url}2`)).status).toBe(400);
    const replaced = ok(await client.put('/ssf/streams', { body: { stream_id: id } }));
    expect(replaced.delivery).toEqual(delivery);
  });

  test('keep the changes of concurrent updates', async () => {
    const id = await polledStream();
    const { events_supported: types } = ok(await client.get(`/ssf/streams?stream_id=${id}`));
    for (let i = 0; i < 5; i += 1) {
      const change = { description: `Round ${i}` };
      const other = { events_requested: [types[i]] };
      const answers = await Promise.all(
        [change, other].map((body) =>
          client.patch('/ssf/streams', { body: { stream_id: id, ...body } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(ok(await client.get(`/ssf/streams?stream_id=${id}`))).toMatchObject({
        ...change,
        ...other,
      });
    }
  });

  test('of other clients and tenants are not found', async () => {
    const id = await polledStream();
    const foreign = (await under.tenant()).tenant;
    for (const caller of [await under.client(tenant, 'other'), await under.client(foreign)])
      for (const answer of [
        await caller.get(`/ssf/streams?stream_id=${id}`),
        await caller.delete(`/ssf/streams?stream_id=${id}`),
        await caller.get(`/ssf/status?stream_id=${id}`),
        await caller.post('/ssf/verify', { body: { stream_id: id } }),
        await caller.post(`/ssf/streams/${id}/poll`, { body: { returnImmediately: true } }),
      ])
        expect([answer.status, answer.body.err]).toEqual([404, 'not_found']);
  });

  test('require ssf.read for reading and ssf.manage for everything else', async () => {
    const id = await polledStream();
    const reader = await under.client(tenant, 'app', ['ssf.read']);
    expect((await reader.get('/ssf/streams')).status).toBe(200);
    const refused = await reader.post(`/ssf/streams/${id}/poll`, { body: {} });
    expect([refused.status, refused.body.err]).toEqual([403, 'insufficient_scope']);
    const stranger = await under.client(tenant, 'app', ['tenant:compliance.read']);
    expect((await stranger.get('/ssf/streams')).status).toBe(403);
  });
});

describe('polls', () => {
  test('return only the verification event first, then tokens until they are acknowledged', async () => {
    const id = await polledStream();
    const events = [await signedOut(), await signedOut()];
    await eventually(async () => ok(await api.get(`${receivers}/${id}`)).pendingCount === 3);
    const first = await pollOnce(id);
    const [jti, jws] = Object.entries<string>(first.sets)[0]!;
    expect(Object.keys(first.sets)).toHaveLength(1);
    expect(await under.verified(jws)).toMatchObject({ type: verification, claims: { jti } });
    const second = await pollOnce(id, { ack: [jti] });
    expect(ok(await api.get(`${receivers}/${id}`)).verification.state).toBe('verified');
    const tokens = await Promise.all(Object.values<string>(second.sets).map(under.verified));
    expect(tokens.map(({ claims }) => claims.txn)).toEqual(events.map((e) => e.id));
    expect(second.moreAvailable).toBe(false);
    expect((await pollOnce(id)).sets).toEqual(second.sets);
    const [one, two] = Object.keys(second.sets) as [string, string];
    const setErrs = { [two]: { err: 'jwtAud', description: 'Not for us' }, unknown: { err: 'x' } };
    expect((await pollOnce(id, { ack: [one, 'unknown'], setErrs })).sets).toEqual({});
    const { data } = ok(await api.get(`${receivers}/${id}/deliveries`));
    expect(data.map((d: any) => [d.state, d.error])).toEqual([
      ['rejected', 'jwtAud: Not for us'],
      ['delivered', null],
      ['delivered', null],
    ]);
  });

  test('return all verification events together, with the state of the requested one', async () => {
    const id = await polledStream();
    const body = { stream_id: id, state: 'abc' };
    expect((await client.post('/ssf/verify', { body })).status).toBe(204);
    await signedOut();
    await eventually(async () => ok(await api.get(`${receivers}/${id}`)).pendingCount === 3);
    const { sets } = await pollOnce(id);
    const tokens = await Promise.all(Object.values<string>(sets).map(under.verified));
    expect(tokens.map(({ type, event }) => [type, event])).toEqual([
      [verification, {}],
      [verification, { state: 'abc' }],
    ]);
    const setErrs = { [Object.keys(sets)[0]!]: { err: 'jwtAud' } };
    expect(Object.keys((await pollOnce(id, { setErrs })).sets)).toHaveLength(1);
  });

  test('return the requested number of tokens, and whether there are more', async () => {
    const id = await polledStream();
    await verify(id);
    for (let i = 0; i < 3; i++) await signedOut();
    await eventually(async () => ok(await api.get(`${receivers}/${id}`)).pendingCount === 3);
    const { sets, moreAvailable } = await pollOnce(id, { maxEvents: 2 });
    expect([Object.keys(sets).length, moreAvailable]).toEqual([2, true]);
    expect(await pollOnce(id, { maxEvents: 0 })).toEqual({ sets: {}, moreAvailable: true });
  });

  test('wait for a token', async () => {
    const id = await polledStream();
    await verify(id);
    const waiting = client.post(`/ssf/streams/${id}/poll`, { body: {} });
    const event = await signedOut();
    const [jws] = Object.values<string>(ok(await waiting).sets);
    expect((await under.verified(jws!)).claims['txn']).toBe(event.id);
  });

  test('return a verification event that was requested during a pause after it, but none of a disabled stream', async () => {
    const id = await polledStream();
    await verify(id);
    const change = async (status: string) =>
      ok(await client.post('/ssf/status', { body: { stream_id: id, status } }));
    const request = async (state: string) =>
      (await client.post('/ssf/verify', { body: { stream_id: id, state } })).status;
    await change('disabled');
    expect(await request('lost')).toBe(204);
    await change('paused');
    expect(await request('held')).toBe(204);
    expect((await pollOnce(id)).sets).toEqual({});
    await change('enabled');
    const tokens = await Promise.all(
      Object.values<string>((await pollOnce(id)).sets).map(under.verified),
    );
    expect(tokens.map(({ event }) => event)).toEqual([{ state: 'held' }]);
  });

  test('of a paused stream return nothing, but accept acknowledgments', async () => {
    const id = await polledStream();
    const { sets } = await pollOnce(id);
    ok(await client.post('/ssf/status', { body: { stream_id: id, status: 'paused' } }));
    expect((await pollOnce(id)).sets).toEqual({});
    await pollOnce(id, { ack: Object.keys(sets) });
    expect(ok(await api.get(`${receivers}/${id}`))).toMatchObject({
      pendingCount: 0,
      verification: { state: 'verified' },
    });
  });

  test('concurrent polls return the same tokens, each acknowledged once', async () => {
    const id = await polledStream();
    const { sets } = await pollOnce(id);
    const ack = Object.keys(sets);
    await Promise.all([1, 2, 3, 4].map(() => pollOnce(id, { ack })));
    expect(ok(await api.get(`${receivers}/${id}`)).pendingCount).toBe(0);
    expect(
      (await under.typesOf(tenant, id)).filter((type) => type === 'ssf.receiver_verified'),
    ).toHaveLength(1);
  });
});

describe('subjects', () => {
  /** A user of the tenant, with the ways to name them. */
  function aUser() {
    const id = newId('user');
    const email = `${id}@example.com`;
    under.platform.directory.setUser(tenant.id, id, {
      userJson: JSON.stringify({ id, email }),
      identifiers: [{ kind: 'email', value: email, verified: true }],
    });
    const issSub = { format: 'iss_sub', iss: tenant.issuer, sub: id };
    return { id, issSub, email: { format: 'email', email } };
  }
  const change = async (action: 'add' | 'remove', id: string, subject: object) =>
    (await client.post(`/ssf/subjects:${action}`, { body: { stream_id: id, subject } })).status;
  const signOut = (userId: string) =>
    under.publish(tenant, { type: 'user.signed_out', subject: { type: 'user', id: userId } });
  /** Returns the users of the next `count` tokens. */
  async function usersOf(id: string, count: number): Promise<string[]> {
    await eventually(async () => ok(await api.get(`${receivers}/${id}`)).pendingCount >= count);
    const { sets } = await pollOnce(id);
    await pollOnce(id, { ack: Object.keys(sets), maxEvents: 0 });
    const tokens = await Promise.all(Object.values<string>(sets).map(under.verified));
    return tokens.map(({ claims }) => claims['sub_id'].sub);
  }

  test('events about removed subjects are not sent until they are added again', async () => {
    const id = await polledStream();
    await verify(id);
    const [first, second, third] = [aUser(), aUser(), aUser()];
    const complex = {
      format: 'complex',
      user: second.issSub,
      tenant: { format: 'opaque', id: 'x' },
    };
    expect(await change('remove', id, first.email)).toBe(204);
    expect(await change('remove', id, complex)).toBe(204);
    for (const { id: userId } of [first, second, third]) await signOut(userId);
    expect(await usersOf(id, 1)).toEqual([third.id]);
    expect(await change('add', id, first.issSub)).toBe(200);
    for (const { id: userId } of [second, first]) await signOut(userId);
    expect(await usersOf(id, 1)).toEqual([first.id]);
    const aliases = [{ format: 'opaque', id: 'x' }, third.email];
    expect(await change('remove', id, { format: 'aliases', identifiers: aliases })).toBe(204);
    for (const { id: userId } of [third, first]) await signOut(userId);
    expect(await usersOf(id, 1)).toEqual([first.id]);
  });

  test('responses do not reveal whether an account exists', async () => {
    const id = await polledStream();
    const strangers = [
      { format: 'iss_sub', iss: tenant.issuer, sub: newId('user') },
      { format: 'iss_sub', iss: 'https://elsewhere.example.com', sub: aUser().id },
      { format: 'email', email: 'nobody@example.com' },
      { format: 'opaque', id: 'x' },
    ];
    for (const stranger of strangers)
      expect([await change('remove', id, stranger), await change('add', id, stranger)]).toEqual([
        204, 200,
      ]);
    expect(
      await under.sql('SELECT FROM ssf_removed_subjects WHERE receiver_id = $1', [id]),
    ).toEqual([]);
  });

  test("another client's stream is not found, and a subject requires its format", async () => {
    const id = await polledStream();
    const other = await under.client(tenant, 'other');
    const body = { stream_id: id, subject: aUser().issSub };
    expect((await other.post('/ssf/subjects:remove', { body })).status).toBe(404);
    for (const incomplete of [
      { sub: 'x' },
      { format: 'email' },
      { format: 'iss_sub', iss: tenant.issuer },
      { format: 'complex' },
      { format: 'complex', user: { format: 'email' } },
      { format: 'aliases', identifiers: [] },
    ])
      expect([incomplete, await change('remove', id, incomplete)]).toEqual([incomplete, 400]);
    const reader = await under.client(tenant, 'app', ['ssf.read']);
    expect((await reader.post('/ssf/subjects:remove', { body })).status).toBe(403);
  });

  test("receivers of a deleted user's organizations are also notified", async () => {
    const id = await polledStream();
    await verify(id);
    const organizationIds = [newId('organization')];
    await under.sql('UPDATE ssf_receivers SET organization_ids = $2 WHERE id = $1', [
      id,
      organizationIds,
    ]);
    const [stranger, member] = [newId('user'), newId('user')];
    const deleted = (userId: string, of: string[]) =>
      under.publish(tenant, {
        type: 'user.deleted',
        subject: { type: 'user', id: userId },
        data: { user: { id: userId, externalId: null }, origin: 'api', organizationIds: of },
      });
    await deleted(stranger, [newId('organization')]);
    await deleted(member, organizationIds);
    expect(await usersOf(id, 1)).toEqual([member]);
  });

  test('removed subjects that are deleted are forgotten even if no receiver wants such events', async () => {
    const id = await polledStream();
    const user = aUser();
    expect(await change('remove', id, user.issSub)).toBe(204);
    const body = { stream_id: id, events_requested: [ssfEventTypes.sessionRevoked] };
    expect(ok(await client.patch('/ssf/streams', { body })).events_delivered).toEqual(
      body.events_requested,
    );
    await under.publish(tenant, {
      type: 'user.deleted',
      subject: { type: 'user', id: user.id },
      data: { user: { id: user.id, externalId: null }, origin: 'api', organizationIds: [] },
    });
    await eventually(async () => {
      const kept = await under.sql('SELECT FROM ssf_removed_subjects WHERE receiver_id = $1', [id]);
      return kept.length === 0;
    });
  });
});

test('the metadata of the transmitter is for the tenant that the gateway names', async () => {
  const { tenant: own } = await under.tenant();
  const gateway = await under.platform.gatewayToken();
  const path = '/.well-known/ssf-configuration';
  const headers = {
    'x-platform-service-authorization': `Bearer ${gateway}`,
    'x-platform-tenant': own.id,
  };
  const base = `https://${new URL(own.issuer).hostname}`;
  const answer = await under.platform.call('get', path, { headers });
  expect(ok(answer)).toEqual({
    spec_version: '1_0',
    issuer: own.issuer,
    jwks_uri: `${own.issuer}/oauth2/jwks`,
    delivery_methods_supported: [push, poll],
    configuration_endpoint: `${base}/ssf/streams`,
    status_endpoint: `${base}/ssf/status`,
    add_subject_endpoint: `${base}/ssf/subjects:add`,
    remove_subject_endpoint: `${base}/ssf/subjects:remove`,
    verification_endpoint: `${base}/ssf/verify`,
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
    default_subjects: 'ALL',
  });
  const forged = { 'x-platform-tenant': own.id };
  expect((await under.platform.call('get', path, { headers: forged })).status).toBe(401);
});

const weekMs = 7 * 86_400_000;
const longAgo = `now() - interval '8 days'`;
const sweep = () =>
  sweepReceivers({
    db: under.platform.service.platform.db,
    issuerOf: async () => tenant.issuer,
    inactivityMs: weekMs,
    maxHoldMs: weekMs,
  });
/** Moves these times of a receiver back. */
const age = (id: string, ...columns: string[]) =>
  under.sql(
    `UPDATE ssf_receivers SET ${columns.map((name) => `${name} = ${longAgo}`).join(', ')} WHERE id = $1`,
    [id],
  );
const statusOf = async (id: string) => ok(await api.get(`${receivers}/${id}`)).status;

test('a stream whose verification is not acknowledged is paused, a day after it was enabled', async () => {
  const id = await polledStream();
  await age(id, 'verification_requested_at');
  await sweep();
  expect(await statusOf(id)).toBe('enabled');
  await age(id, 'verification_requested_at', 'status_changed_at');
  await sweep();
  expect(await statusOf(id)).toBe('paused');
  ok(await api.patch(`${receivers}/${id}`, { body: { status: 'enabled' } }));
  await sweep();
  expect(await statusOf(id)).toBe('enabled');
  const { sets } = await pollOnce(id);
  await pollOnce(id, { setErrs: { [Object.keys(sets)[0]!]: { err: 'jwtAud' } } });
  await age(id, 'verification_requested_at', 'status_changed_at');
  await sweep();
  expect(await statusOf(id)).toBe('paused');
});

test('a stream that is not polled is paused unless its receiver manages it, and its tokens expire', async () => {
  const id = await polledStream();
  await verify(id);
  await signedOut();
  await eventually(async () => ok(await api.get(`${receivers}/${id}`)).pendingCount === 1);
  await sweep();
  expect(await statusOf(id)).toBe('enabled');
  const isSilent = () => age(id, 'last_polled_at', 'status_changed_at', 'last_managed_at');
  for (const path of ['/ssf/status', '/ssf/streams']) {
    await isSilent();
    ok(await client.get(`${path}?stream_id=${id}`));
    await sweep();
    expect(await statusOf(id)).toBe('enabled');
  }
  await isSilent();
  await sweep();
  expect(ok(await api.get(`${receivers}/${id}`))).toMatchObject({
    status: 'paused',
    statusChangedBy: 'platform',
    // The next poll reports that the stream was paused.
    pendingCount: 2,
  });
  await under.sql(`UPDATE ssf_tokens SET created_at = ${longAgo} WHERE receiver_id = $1`, [id]);
  await sweep();
  const { data } = ok(await api.get(`${receivers}/${id}/deliveries`));
  expect(data[0].state).toBe('expired');
});
