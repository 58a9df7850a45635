import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { newEvent, webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
let receiver: Receiver;
const recoveries = (id: string): string => `${webhookPaths.endpoints}/${id}/recoveries`;
const start = new Date().toISOString();

beforeAll(async () => {
  web = await webhookPlatform({}, { pageSize: 3 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await web.platform.stop();
});

const ended = (api: TestApi, endpointId: string, id: string): Promise<any> =>
  eventually(async () => {
    const { body } = await api.get(`${recoveries(endpointId)}/${id}`);
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(body.status) && body;
  });
const seen = (path: string): string[] =>
  receiver.received
    .filter((r) => r.path === `/hook/${path}`)
    .map((r) => r.headers['webhook-id'] as string);

describe('webhookRecoveryStart', () => {
  test('delivers missing events once, in pages, according to the filters', async () => {
    const { tenant, api } = await web.tenant();
    const org = newId('organization');
    const events = [
      ...Array.from({ length: 7 }, () => newEvent('user.created', { organizationId: org })),
      newEvent('user.created', { organizationId: null }),
      newEvent('organization.deleted', { organizationId: org }),
    ];
    for (const event of events) await web.publish(tenant.id, event);
    await eventually(
      async () =>
        (await web.sql('SELECT FROM events WHERE tenant_id = $1', [tenant.id])).length >= 9,
    );
    const endpoint = await web.endpoint(api, {
      url: `${receiver.url}/missing`,
      eventTypes: ['user.*', 'organization.*'],
      organizationIds: [org],
    });
    const { status, body } = await api.post(recoveries(endpoint.id), {
      body: { since: start, mode: 'missing', eventTypes: ['user.created'] },
    });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^whr_/),
        mode: 'missing',
        since: start,
        until: expect.any(String),
        eventTypes: ['user.created'],
        status: 'PENDING',
        examined: 0,
        enqueued: 0,
        createdAt: expect.any(String),
        completedAt: null,
      },
    ]);
    expect(await ended(api, endpoint.id, body.id)).toMatchObject({
      status: 'COMPLETED',
      enqueued: 7,
      completedAt: expect.any(String),
    });
    await eventually(async () => seen('missing').length === 7);
    expect(new Set(seen('missing'))).toEqual(new Set(events.slice(0, 7).map((e) => e.id)));
    expect((await web.deliveries(api, endpoint.id)).every((d) => d.trigger === 'recovery')).toBe(
      true,
    );
    const again = (
      await api.post(recoveries(endpoint.id), {
        body: { since: start, mode: 'missing', eventTypes: ['user.*'] },
      })
    ).body;
    expect(await ended(api, endpoint.id, again.id)).toMatchObject({ enqueued: 0 });
    const told = await web.sql<{ data: any }>(
      "SELECT envelope->'data'->'data' AS data FROM outbox WHERE envelope->>'type' = 'webhook.recovery_completed' AND tenant_id = $1 ORDER BY position",
      [tenant.id],
    );
    expect(told.map((t) => t.data.recovery.enqueued)).toEqual([7, 0]);
  });

  test('redelivers failed deliveries with a new schedule', async () => {
    const { tenant, api } = await web.tenant();
    const endpoint = await web.endpoint(api, {
      url: `${receiver.url}/failed`,
      eventTypes: ['user.*'],
    });
    await api.patch(`${webhookPaths.endpoints}/${endpoint.id}`, { body: { description: 'x' } });
    for (let i = 0; i < 8; i++)
      await web.publish(tenant.id, newEvent(i < 7 ? 'user.created' : 'user.deleted'));
    await eventually(async () => seen('failed').length === 8);
    await eventually(async () =>
      (await web.deliveries(api, endpoint.id)).every((d) => d.status === 'succeeded'),
    ).catch(async () => {
      throw new Error(
        JSON.stringify([
          seen('failed').length,
          (await web.deliveries(api, endpoint.id)).map((d) => [
            d.sequence,
            d.status,
            d.attemptCount,
            d.nextAttemptAt,
            d.lastAttempt,
          ]),
          await web.sql('SELECT * FROM webhook_lanes WHERE endpoint_id = $1', [endpoint.id]),
          new Date(web.clock.now()),
        ]),
      );
    });
    await web.sql(
      "UPDATE webhook_deliveries SET status = 'dead_lettered', reason = 'exhausted', step = 10 WHERE endpoint_id = $1",
      [endpoint.id],
    );
    const lost = (await web.deliveries(api, endpoint.id, '?eventType=user.created'))[0];
    await web.sql('DELETE FROM events WHERE id = $1', [lost.eventId]);
    const { body } = await api.post(recoveries(endpoint.id), {
      body: { since: start, eventTypes: ['user.created'] },
    });
    expect(body.mode).toBe('failed');
    expect(await ended(api, endpoint.id, body.id)).toMatchObject({
      status: 'COMPLETED',
      examined: 7,
      enqueued: 6,
    });
    await eventually(async () => seen('failed').length === 14);
    await eventually(
      async () => (await web.deliveries(api, endpoint.id, '?status=succeeded')).length === 6,
    );
    expect(
      (await web.deliveries(api, endpoint.id, '?status=dead_lettered'))
        .map((d) => d.eventType)
        .sort(),
    ).toEqual(['user.created', 'user.deleted']);
  });

  test('resumes at its position after a crash, without repetitions', async () => {
    const { tenant, api } = await web.tenant();
    for (let i = 0; i < 6; i++) await web.publish(tenant.id);
    await eventually(
      async () =>
        (await web.sql('SELECT FROM events WHERE tenant_id = $1', [tenant.id])).length === 6,
    );
    const endpoint = await web.endpoint(api, {
      url: `${receiver.url}/resumed`,
      eventTypes: ['user.*'],
    });
    const id = newId('webhookRecovery');
    await web.sql(
      `INSERT INTO webhook_recoveries (tenant_id, id, endpoint_id, mode, since, until, status, position, examined, enqueued, created_at)
       VALUES ($1, $2, $3, 'missing', $4, now() + interval '1 minute', 'RUNNING', 3, 3, 3, now())`,
      [tenant.id, id, endpoint.id, start],
    );
    await web.sql(
      `INSERT INTO job (tenant_id, id, kind, payload, dedupe_key, max_attempts, created_by, state, attempts, leased_until)
       VALUES ($1, replace($2, 'whr', 'job'), 'webhook_recovery', $3, $2, 5, '{"type": "system", "id": "test"}', 'RUNNING', 1, now() + interval '300 milliseconds')`,
      [tenant.id, id, JSON.stringify({ recoveryId: id })],
    );
    expect(await ended(api, endpoint.id, id)).toMatchObject({ status: 'COMPLETED', enqueued: 6 });
    await eventually(async () => seen('resumed').length === 3);
    expect((await web.deliveries(api, endpoint.id)).map((d) => d.sequence).sort()).toEqual([
      4, 5, 6,
    ]);
  });

  test('allows one open recovery per endpoint, which disabling and deleting cancel', async () => {
    const { tenant, api } = await web.tenant();
    const endpoint = await web.endpoint(api, { url: receiver.url, eventTypes: ['user.*'] });
    const hold = (id: string) =>
      web.sql(
        `INSERT INTO webhook_recoveries (tenant_id, id, endpoint_id, mode, since, until, created_at) VALUES ($1, $2, $3, 'failed', now(), now(), now())`,
        [tenant.id, id, endpoint.id],
      );
    const first = newId('webhookRecovery');
    await hold(first);
    expect((await api.post(recoveries(endpoint.id), { body: { since: start } })).body.code).toBe(
      'conflict',
    );
    await api.patch(`${webhookPaths.endpoints}/${endpoint.id}`, { body: { status: 'disabled' } });
    expect((await api.get(`${recoveries(endpoint.id)}/${first}`)).body).toMatchObject({
      status: 'CANCELLED',
      completedAt: expect.any(String),
    });
    expect((await api.post(recoveries(endpoint.id), { body: { since: start } })).body.code).toBe(
      'invalid_state',
    );
    await api.patch(`${webhookPaths.endpoints}/${endpoint.id}`, { body: { status: 'enabled' } });
    const both = await Promise.all(
      [1, 2].map(() => api.post(recoveries(endpoint.id), { body: { since: start } })),
    );
    expect(both.map((a) => a.status)).toContain(200);
    await api.delete(`${webhookPaths.endpoints}/${endpoint.id}`);
    expect((await api.get(`${recoveries(endpoint.id)}/${first}`)).status).toBe(404);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{}, '/since', 'required'],
    [{ since: 'yesterday' }, '/since', 'invalid_format'],
    [{ since: '2020-01-01T00:00:00Z' }, '/since', 'invalid_format'],
    [{ since: start, until: '2026-01-01T00:00:00Z' }, '/since', 'invalid_format'],
    [{ since: start, mode: 'all' }, '/mode', 'invalid_format'],
    [{ since: start, eventTypes: ['user.nope'] }, '/eventTypes/0', 'unknown_event_type'],
    [{ since: start, eventTypes: [] }, '/eventTypes', 'invalid_format'],
    [{ since: start, limit: 1 }, '/limit', 'unknown_member'],
  ])('refuses %j', async (body, pointer, code) => {
    const { api } = await web.tenant();
    const endpoint = await web.endpoint(api, { url: receiver.url });
    const answer = await api.post(recoveries(endpoint.id), { body });
    expect([answer.status, answer.body.errors?.[0]]).toMatchObject([422, { pointer, code }]);
  });
});
