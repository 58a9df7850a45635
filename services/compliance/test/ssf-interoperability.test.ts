import type { EventTypeName } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from './compliance-fixtures.ts';
import { receivers, ssfPlatform } from './ssf-fixtures.ts';
import type { SsfTestPlatform } from './ssf-fixtures.ts';
import {
  demandEmpty,
  parsedAnswer,
  readMetadata,
  readPoll,
  readPush,
  readStatus,
  fetchStream,
  tokenReader,
} from './strict-receiver.ts';
import type { AcceptedToken, Stream } from './strict-receiver.ts';

/** The platform events that become security events. */
const mapped: readonly EventTypeName[] = [
  'user.sessions_revoked',
  'user.signed_out',
  'user.password_changed',
  'user.authenticator_added',
  'user.authenticator_removed',
  'user.assurance_changed',
  'user.deactivated',
  'user.suspended',
  'user.reactivated',
  'user.credential_compromised',
  'user.password_reset_required',
  'user.password_reset_requested',
  'user.deleted',
];
const pollMethod = 'urn:ietf:rfc:8936';
const streamUpdated = 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated';
const verification = 'https://schemas.openid.net/secevent/ssf/event-type/verification';

let under: SsfTestPlatform;
let tenant: TestTenant;
let api: TestApi;
let client: TestApi;

beforeAll(async () => {
  under = await ssfPlatform({ 'platform.ssf.min-verification-interval': '0s' });
});
afterAll(() => under.stop());

const fetchKeys = async () => (await (await fetch(under.platform.hub.jwksUri)).json()) as any;

/** Creates a stream as a receiver, with a reader of its tokens. */
async function open(body: object = { delivery: { method: pollMethod } }) {
  ({ tenant, api } = await under.tenant());
  client = await under.client(tenant);
  const created = await client.post('/ssf/streams', { body });
  const stream = fetchStream(parsedAnswer(created, 201), tenant.issuer);
  return { stream, accept: tokenReader(stream, fetchKeys) };
}

const publish = (type: EventTypeName = 'user.signed_out') =>
  under.publish(tenant, { type, subject: { type: 'user', id: newId('user') } });
const waiting = ({ stream_id: id }: Stream, count: number) =>
  eventually(async () => ok(await api.get(`${receivers}/${id}`)).pendingCount === count);

/** Polls like a receiver with a backlog: each poll acknowledges the tokens of the previous one. */
async function drain({ stream, accept }: Awaited<ReturnType<typeof open>>, maxEvents = 4) {
  const all: AcceptedToken[] = [];
  for (let ack: string[] = []; ;) {
    const body = { returnImmediately: true, maxEvents, ack };
    const answer = await client.post(`/ssf/streams/${stream.stream_id}/poll`, { body });
    const { tokens } = await readPoll(answer, accept);
    if (tokens.length === 0) return all;
    all.push(...tokens);
    ack = tokens.map(({ jti }) => jti);
  }
}

describe('a strict receiver', () => {
  test('finds the transmitter by its metadata', async () => {
    ({ tenant } = await under.tenant());
    const headers = {
      'x-platform-service-authorization': `Bearer ${await under.platform.gatewayToken()}`,
      'x-platform-tenant': tenant.id,
    };
    const path = '/.well-known/ssf-configuration';
    const metadata = readMetadata(
      await under.platform.call('get', path, { headers }),
      tenant.issuer,
    );
    expect(metadata['delivery_methods_supported']).toContain(pollMethod);
  });

  test('reads, updates and replaces its stream', async () => {
    const { stream } = await open();
    const { stream_id } = stream;
    const read = async () =>
      fetchStream(
        parsedAnswer(await client.get(`/ssf/streams?stream_id=${stream_id}`)),
        tenant.issuer,
      );
    expect(await read()).toEqual(stream);
    const [type] = stream.events_supported;
    const asked = { ...stream, events_requested: [type, 'https://example.com/unknown'] };
    const patched = await client.patch('/ssf/streams', { body: asked });
    expect(fetchStream(parsedAnswer(patched), tenant.issuer).events_delivered).toEqual([type]);
    const { events_requested: _dropped, ...whole } = await read();
    const replaced = await client.put('/ssf/streams', { body: { ...whole, description: 'Mine' } });
    expect(fetchStream(parsedAnswer(replaced), tenant.issuer)).toEqual({
      ...stream,
      description: 'Mine',
    });
    for (const foreign of [{ iss: 'https://other.example.com' }, { aud: 'other' }])
      expect((await client.patch('/ssf/streams', { body: { stream_id, ...foreign } })).status).toBe(
        400,
      );
    demandEmpty(await client.delete(`/ssf/streams?stream_id=${stream_id}`), 204);
    expect((await client.get(`/ssf/streams?stream_id=${stream_id}`)).status).toBe(404);
  });

  test('verifies its stream, and gets the state back', async () => {
    const mine = await open();
    const { stream_id } = mine.stream;
    const [first] = await drain(mine);
    expect(first).toMatchObject({ type: verification, event: {} });
    const state = 'VGhpcyBpcyBhbiBleGFtcGxl';
    demandEmpty(await client.post('/ssf/verify', { body: { stream_id, state } }), 204);
    expect(await drain(mine)).toMatchObject([{ type: verification, event: { state } }]);
  });

  test('accepts every event once and in order', async () => {
    const mine = await open();
    await drain(mine);
    const events = [];
    for (const type of mapped) events.push(await publish(type));
    await waiting(mine.stream, mapped.length);
    const tokens = await drain(mine);
    expect(tokens.map(({ txn }) => txn)).toEqual(events.map(({ id }) => id));
    expect(tokens.map(({ subject }) => subject['sub'])).toEqual(
      events.map(({ subject }) => subject.id),
    );
    expect(new Set(tokens.map(({ type }) => type))).toEqual(new Set(mine.stream.events_delivered));
  });

  test('gets the same tokens until it acknowledges them or rejects them by setErrs', async () => {
    const { stream, accept } = await open();
    await drain({ stream, accept });
    for (let i = 0; i < 3; i += 1) await publish();
    await waiting(stream, 3);
    const poll = async (body: object) =>
      readPoll(
        await client.post(`/ssf/streams/${stream.stream_id}/poll`, {
          body: { returnImmediately: true, ...body },
        }),
        accept,
      );
    const first = await poll({ maxEvents: 2 });
    expect([first.tokens.length, first.more]).toEqual([2, true]);
    expect((await poll({ maxEvents: 2 })).sets).toEqual(first.sets);
    const [one, two] = first.tokens;
    const rejected = { [two!.jti]: { err: 'invalid_request', description: 'Cannot be read' } };
    const second = await poll({ ack: [one!.jti], setErrs: rejected });
    expect([second.tokens.length, second.more]).toEqual([1, false]);
    expect(await poll({ maxEvents: 0, ack: Object.keys(second.sets) })).toMatchObject({
      sets: {},
      more: false,
    });
  });

  test('a stream paused by the receiver keeps its events in order; if paused by others, it notifies the receiver', async () => {
    const mine = await open();
    const { stream_id } = mine.stream;
    await drain(mine);
    const change = async (status: string) =>
      readStatus(
        await client.post('/ssf/status', { body: { stream_id, status, reason: 'Planned' } }),
        stream_id,
      );
    expect(await change('paused')).toBe('paused');
    const events = [await publish(), await publish()];
    await waiting(mine.stream, 2);
    expect(await drain(mine)).toEqual([]);
    expect(await change('enabled')).toBe('enabled');
    expect((await drain(mine)).map(({ txn }) => txn)).toEqual(events.map(({ id }) => id));

    const path = `${receivers}/${stream_id}`;
    ok(await api.patch(path, { body: { status: 'paused', reason: 'Maintenance' } }));
    const later = await publish();
    await waiting(mine.stream, 2);
    const paused = { type: streamUpdated, event: { status: 'paused', reason: 'Maintenance' } };
    expect(await drain(mine)).toMatchObject([paused]);
    ok(await api.patch(path, { body: { status: 'enabled' } }));
    const enabled = { type: streamUpdated, event: { status: 'enabled' } };
    expect(await drain(mine)).toMatchObject([enabled, { txn: later.id }]);
  });

  test('adds and removes subjects', async () => {
    const { stream } = await open();
    const subject = { format: 'iss_sub', iss: tenant.issuer, sub: newId('user') };
    const body = { stream_id: stream.stream_id, subject };
    demandEmpty(await client.post('/ssf/subjects:remove', { body }), 204);
    demandEmpty(await client.post('/ssf/subjects:add', { body }), 200);
  });

  test.each(['iss_sub', 'email', 'complex'])(
    'receives pushed tokens about %s subjects',
    async (format) => {
      ({ tenant, api } = await under.tenant());
      const receiver = await under.receiver(() => ({ status: 202 }));
      const id = await under.pushTo(api, receiver, { subjectFormat: format });
      const { iss, audience: aud } = ok(await api.get(`${receivers}/${id}`));
      const accept = tokenReader({ stream_id: id, iss, aud }, fetchKeys);
      const userId = newId('user');
      const email = 'ada@example.com';
      under.platform.directory.setUser(tenant.id, userId, { userJson: JSON.stringify({ email }) });
      await under.publish(tenant, {
        type: 'user.signed_out',
        subject: { type: 'user', id: userId },
      });
      // Tokens that are acknowledged too late are sent again.
      const tokens = () => Promise.all(receiver.received.map((one) => readPush(one, accept)));
      await eventually(async () =>
        (await tokens()).some(({ subject }) => subject['format'] === format),
      );
      ok(await api.patch(`${receivers}/${id}`, { body: { status: 'paused' } }));
      const paused = { type: streamUpdated, event: { status: 'paused' } };
      await eventuallyPasses(async () => expect((await tokens()).at(-1)).toMatchObject(paused));
    },
  );
});
