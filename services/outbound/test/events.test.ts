import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Event, eventCatalog } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { database, migrate } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { patientPeer } from '@platform/testkit/patient-peer';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { createTestDatabase } from '@platform/testkit/stores';
import { eventually, soon } from '@platform/testkit/eventually';
import { ingest } from '../src/ingestion/ingest.ts';
import type { Channel } from '../src/ingestion/ingested.ts';
import { outbound } from '../src/service.ts';
import { newEvent, newEvents, noHooks, publishEvent } from './event-fixtures.ts';

const path = '/api/v1/events';
let platform: TestPlatform;
let db: Database;
let tenants = 0;

interface Fresh {
  tenantId: string;
  api: TestApi;
  slug: string;
}
/** Creates a tenant with these events in its log. */
async function fresh(events: readonly PlatformEvent[] = []): Promise<Fresh> {
  const tenant = platform.hub.tenant(`tenant${++tenants}`);
  if (events.length > 0) await store(tenant.id, events);
  return { tenantId: tenant.id, api: await platform.as({ tenant }), slug: tenant.slug };
}
const store = (tenantId: string, events: readonly PlatformEvent[], channel: Channel = 'events') =>
  ingest(db, noHooks, { tenantId, channel, events });
const idsOf = (answer: { body: { data: { id: string }[] } }): string[] =>
  answer.body.data.map((e) => e.id);
const ids = (events: readonly PlatformEvent[]): string[] => events.map((e) => e.id);

beforeAll(async () => {
  platform = await testPlatform(outbound, {
    'platform.events.long-poll.max-waiters-per-tenant': '3',
  });
  db = platform.service.platform.db;
  await eventually(async () => platform.service.platform.bus.isConnected());
});
afterAll(() => platform.stop());

describe('eventsList', () => {
  test('pages forward through the whole log, and returns a cursor at its end', async () => {
    const events = newEvents(5);
    const { api, tenantId } = await fresh(events);
    const first = await api.get(`${path}?limit=2`);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body.data).toEqual(JSON.parse(JSON.stringify(events.slice(0, 2))));
    expect(first.body.hasMore).toBe(true);
    const second = await api.get(`${path}?limit=3&cursor=${first.body.nextCursor}`);
    expect(idsOf(second)).toEqual(ids(events.slice(2)));
    expect(second.body.hasMore).toBe(false);
    const head = await api.get(`${path}?cursor=${second.body.nextCursor}`);
    expect(head.body).toEqual({ data: [], nextCursor: expect.any(String), hasMore: false });
    const [late] = await store(tenantId, newEvents(1));
    expect(idsOf(await api.get(`${path}?cursor=${head.body.nextCursor}`))).toEqual([
      late?.event.id,
    ]);
  });

  test('returns a cursor for an empty log', async () => {
    const { api, tenantId } = await fresh();
    const { body } = await api.get(path);
    expect(body).toEqual({ data: [], nextCursor: expect.any(String), hasMore: false });
    const events = newEvents(2);
    await store(tenantId, events);
    expect(idsOf(await api.get(`${path}?cursor=${body.nextCursor}`))).toEqual(ids(events));
  });

  const created = newEvent('user.created', {
    organizationId: 'org_1',
    actor: { type: 'user', id: 'usr_1' },
  });
  const updated = newEvent('user.updated', { organizationId: 'org_2' });
  const organization = newEvent('organization.created', { organizationId: 'org_1' });
  const unknown = newEvent('user.created', { type: 'user.teleported' });
  const all = [created, updated, organization, unknown];
  test.each<[string, PlatformEvent[]]>([
    ['type=user.created', [created]],
    ['type=user.*', [created, updated, unknown]],
    ['type=user.updated,organization.*', [updated, organization]],
    ['organizationId=org_1', [created, organization]],
    ['actorId=usr_1', [created]],
    ['type=user.*&organizationId=org_2', [updated]],
    ['type=client.*', []],
  ])('filters by %s, and continues after skipped events', async (query, expected) => {
    const { api, tenantId } = await fresh(all);
    const answer = await api.get(`${path}?${query}`);
    expect(idsOf(answer)).toEqual(ids(expected));
    expect(answer.body.hasMore).toBe(false);
    await store(tenantId, [newEvent('migration.import_started')]);
    const rest = await api.get(`${path}?${query}&cursor=${answer.body.nextCursor}`);
    expect(rest.body).toMatchObject({ data: [], hasMore: false });
  });

  test('examines up to 10,000 events per request, and reports whether there are more', async () => {
    const events = newEvents(10_050);
    const last = newEvent('client.created');
    const { api } = await fresh([...events, last]);
    const first = await api.get(`${path}?type=client.created`);
    expect(first.body).toMatchObject({ data: [], hasMore: true });
    const second = await api.get(`${path}?type=client.created&cursor=${first.body.nextCursor}`);
    expect(idsOf(second)).toEqual([last.id]);
    expect(second.body.hasMore).toBe(false);
  });

  test('starts at the latest event, at a time, or after an event', async () => {
    const { api, tenantId } = await fresh();
    const early = newEvents(3);
    await store(tenantId, early);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const between = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const late = newEvents(4);
    await store(tenantId, late);
    expect(idsOf(await api.get(`${path}?start=oldest`))).toEqual(ids([...early, ...late]));
    expect(idsOf(await api.get(`${path}?start=latest`))).toEqual([]);
    expect(idsOf(await api.get(`${path}?start=${between}`))).toEqual(ids(late));
    expect(idsOf(await api.get(`${path}?start=2020-01-01T00:00:00Z`))).toEqual(
      ids([...early, ...late]),
    );
    expect(idsOf(await api.get(`${path}?start=2090-01-01T00:00:00Z`))).toEqual([]);
    expect(idsOf(await api.get(`${path}?afterId=${early[1]?.id}`))).toEqual(
      ids([...early.slice(2), ...late]),
    );
  });

  test.each([
    ['type=user.exploded', 'invalid_parameter'],
    ['type=usr.*', 'invalid_parameter'],
    ['type=tenant.created', 'invalid_parameter'],
    ['type=audit.recorded', 'invalid_parameter'],
    [
      `type=${Array.from({ length: 21 }, (_, n) => Object.keys(eventCatalog).filter((name) => name.startsWith('organization.') || name.startsWith('directory.'))[n]).join(',')}`,
      'invalid_parameter',
    ],
    ['type=', 'invalid_parameter'],
    ['wait=31', 'invalid_parameter'],
    ['limit=201', 'invalid_parameter'],
    ['since=1', 'invalid_parameter'],
    ['start=soon', 'invalid_parameter'],
    ['start=oldest&afterId=evt_1', 'invalid_parameter'],
    ['start=latest&cursor=abc', 'invalid_parameter'],
    [`afterId=${newId('event')}`, 'invalid_parameter'],
    ['cursor=abc', 'invalid_cursor'],
  ])('refuses %s', async (query, code) => {
    const { api } = await fresh();
    expect(await api.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { code } });
  });

  test('refuses a cursor of other filters or of another tenant, and a token without the scope', async () => {
    const { api, slug } = await fresh(newEvents(2));
    const other = await fresh(newEvents(2));
    const { nextCursor } = (await api.get(`${path}?limit=1`)).body;
    expect((await api.get(`${path}?limit=1&type=user.*&cursor=${nextCursor}`)).body.code).toBe(
      'invalid_cursor',
    );
    expect((await other.api.get(`${path}?limit=1&cursor=${nextCursor}`)).body.code).toBe(
      'invalid_cursor',
    );
    const webhooks = await platform.as({
      tenant: platform.hub.tenant(slug),
      scopes: ['tenant:webhooks.read'],
    });
    expect(await webhooks.get(path)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  test('hides other tenants and the audit log', async () => {
    const mine = newEvents(1);
    const { api, tenantId } = await fresh(mine);
    await store(tenantId, [newEvent('audit.recorded')], 'audit');
    const other = await fresh(newEvents(3));
    expect(idsOf(await api.get(path))).toEqual(ids(mine));
    expect((await other.api.get(`${path}?afterId=${mine[0]?.id}`)).status).toBe(400);
  });
});

describe('a poll that waits', () => {
  test('returns as soon as a matching event arrives', async () => {
    const { api, tenantId } = await fresh(newEvents(1));
    const { nextCursor } = (await api.get(`${path}?type=client.*`)).body;
    const poll = api.get(`${path}?type=client.*&wait=20&cursor=${nextCursor}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await publishEvent(platform.service, tenantId, newEvent('user.created'));
    const event = newEvent('client.created');
    await publishEvent(platform.service, tenantId, event);
    expect(idsOf(await soon(poll, { withinMs: 5_000 }))).toEqual([event.id]);
  });

  test('returns an empty page after the timeout', async () => {
    const { api } = await fresh();
    const began = Date.now();
    const { body } = await soon(api.get(`${path}?wait=1`), { withinMs: 4_000 });
    expect(body).toMatchObject({ data: [], hasMore: false });
    expect(Date.now() - began).toBeGreaterThanOrEqual(990);
  });

  test('holds no transaction, and returns immediately above the limit', async () => {
    const { api } = await fresh();
    let answered = 0;
    const waiting = [1, 2, 3].map(() =>
      api.get(`${path}?wait=5`).finally(() => {
        answered += 1;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await eventually(
      async () =>
        (
          await withClient(platform.database.url, (client) =>
            client.query(
              "SELECT 1 FROM pg_stat_activity WHERE application_name = 'outbound-app' AND state LIKE 'idle in transaction%'",
            ),
          )
        ).rowCount === 0,
    );
    expect((await api.get(`${path}?wait=20`)).body.data).toEqual([]);
    expect(answered).toBe(0);
    await Promise.all(waiting);
  });
});

describe('retention', () => {
  const maintain = (retention: string) =>
    db.work((tx) =>
      tx.row<{ strays: number }>(
        "SELECT partitions_maintain('events', 'week', $1::interval) AS strays",
        [retention],
      ),
    );

  test('drops complete partitions, and returns a new cursor for expired positions', async () => {
    const events = newEvents(6);
    const { api, tenantId } = await fresh(events);
    const early = (await api.get(`${path}?limit=1`)).body.nextCursor;
    const standing = (await api.get(`${path}?limit=3`)).body.nextCursor;
    await withClient(platform.database.url, async (client) => {
      await client.query("SET search_path = outbound; SET timezone = 'UTC'");
      await client.query(
        "CREATE TABLE IF NOT EXISTS events_20260803 PARTITION OF events FOR VALUES FROM ('2026-08-03') TO ('2026-08-10')",
      );
      await client.query(
        "UPDATE events SET ingested_at = '2026-08-04' WHERE tenant_id = $1 AND seq <= 2",
        [tenantId],
      );
      await client.query(
        "UPDATE events SET ingested_at = '2026-08-14' WHERE tenant_id = $1 AND seq = 3",
        [tenantId],
      );
    });
    expect(await maintain('90 days')).toEqual({ strays: 0 });
    const expired = await api.get(`${path}?cursor=${early}`);
    expect(expired).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired', oldestCursor: expect.any(String) },
    });
    expect(idsOf(await api.get(`${path}?cursor=${expired.body.oldestCursor}`))).toEqual(
      ids(events.slice(3)),
    );
    expect(idsOf(await api.get(`${path}?cursor=${standing}`))).toEqual(ids(events.slice(3)));
    expect(idsOf(await api.get(path))).toEqual(ids(events.slice(3)));
    expect((await api.get(`${path}/${events[0]?.id}`)).status).toBe(404);
    expect((await api.get(`${path}/${events[5]?.id}`)).status).toBe(200);
    expect((await api.get(`${path}?afterId=${events[0]?.id}`)).status).toBe(400);
  });

  test("works as an owner without superuser rights, includes the default partition, and records each tenant's last number", async () => {
    const own = await createTestDatabase();
    const { url, migrationUrl } = await prepareServiceDatabase(own.url, 'outbound');
    await migrate({
      url: migrationUrl,
      schema: 'outbound',
      folder: outbound.migrations,
      log: silentLog,
    });
    const [a, b] = [newId('tenant'), newId('tenant')];
    const insert = `INSERT INTO outbound.%TABLE% SELECT t, n, $2::timestamptz, 'evt_' || n, 'user.created', NULL, 'x', 'y', NULL, '{}' FROM unnest($1::text[]) t, generate_series($3::int, $4::int) n`;
    await withClient(migrationUrl, async (client) => {
      await client.query(
        "SET timezone = 'UTC'; CREATE TABLE outbound.events_20200106 PARTITION OF outbound.events FOR VALUES FROM ('2020-01-06') TO ('2020-01-13')",
      );
      await client.query(insert.replace('%TABLE%', 'events_20200106'), [
        [a, b],
        '2020-01-07',
        1,
        7,
      ]);
      await client.query(insert.replace('%TABLE%', 'events_default'), [[a], '2020-02-01', 8, 9]);
      await client.query(insert.replace('%TABLE%', 'events_default'), [[a], '2090-01-01', 10, 12]);
    });
    const owned = database({
      service: 'outbound',
      url,
      schema: 'outbound',
      maxConnections: 2,
      statementTimeoutMs: 10_000,
      log: silentLog,
    });
    expect(
      await owned.work((tx) =>
        tx.row("SELECT partitions_maintain('events', 'week', interval '90 days') AS strays"),
      ),
    ).toEqual({ strays: 3 });
    const trimmed = (tenantId: string) =>
      owned.read({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
        tx.rows('SELECT channel, trimmed_seq AS seq FROM event_trim'),
      );
    expect([await trimmed(a), await trimmed(b)]).toEqual([
      [{ channel: 'events', seq: 9 }],
      [{ channel: 'events', seq: 7 }],
    ]);
    await owned.close();
    await own.drop();
  });

  test('creates partitions four weeks and four days in advance', async () => {
    const { rows } = await withClient(platform.database.url, (client) =>
      client.query<{ log: string; parts: number }>(
        `SELECT p.relname AS log, count(*)::int AS parts FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
       WHERE p.relname IN ('events', 'audit_events') AND c.relname !~ 'default' GROUP BY 1 ORDER BY 1`,
      ),
    );
    expect(rows).toEqual([
      { log: 'audit_events', parts: 5 },
      { log: 'events', parts: 5 },
    ]);
  });
});

describe('eventsGet', () => {
  test('reads an event, with an ETag', async () => {
    const events = newEvents(1);
    const { api } = await fresh(events);
    const { status, body, headers } = await api.get(`${path}/${events[0]?.id}`);
    expect({ status, body }).toEqual({ status: 200, body: JSON.parse(JSON.stringify(events[0])) });
    expect(headers.get('etag')).toBeTruthy();
  });

  test('hides unknown events, those of other tenants, and the audit log', async () => {
    const { api, tenantId } = await fresh();
    const other = await fresh(newEvents(1));
    const record = newEvent('audit.recorded');
    await store(tenantId, [record], 'audit');
    const foreign = idsOf(await other.api.get(path))[0];
    for (const id of [newId('event'), 'nonsense', record.id, foreign])
      expect(await api.get(`${path}/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
  });
});

describe('event types', () => {
  test('are listed by name, without internal ones', async () => {
    const { api } = await fresh();
    const names: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await api.get(`/api/v1/event-types?limit=100${cursor}`);
      names.push(...body.data.map((t: { type: string }) => t.type));
      if (!body.hasMore) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(names).toEqual(
      Object.keys(eventCatalog)
        .filter((name) => !name.startsWith('tenant.'))
        .sort(),
    );
    const { body } = await api.get('/api/v1/event-types?family=ip_rule');
    expect(body.data.map((t: { type: string }) => t.type)).toEqual([
      'ip_rule.created',
      'ip_rule.deleted',
      'ip_rule.expired',
      'ip_rule.expiring',
    ]);
    expect(body.data[0]).toEqual({
      type: 'ip_rule.created',
      family: 'ip_rule',
      description: expect.any(String),
      severity: 'medium',
      schemaVersion: 1,
      deprecated: false,
      subscribable: true,
      emittedBy: 'hub',
    });
  });

  test('are read one by one with their schema and an example', async () => {
    const { slug } = await fresh();
    const api = await platform.as({
      tenant: platform.hub.tenant(slug),
      scopes: ['tenant:webhooks.read'],
    });
    const { status, body } = await api.get('/api/v1/event-types/user.created');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'user.created',
      dataSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        required: expect.arrayContaining(['user']),
      },
    });
    expect(Event.safeParse(body.example).success).toBe(true);
  });

  test.each([
    '/api/v1/event-types/tenant.created',
    '/api/v1/event-types/user.exploded',
    '/api/v1/event-types/toString',
  ])('%s is not found', async (type) => {
    const { api } = await fresh();
    expect((await api.get(type)).status).toBe(404);
  });

  test('an unknown family is refused', async () => {
    const { api } = await fresh();
    expect(await api.get('/api/v1/event-types?family=usr')).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter' },
    });
  });
});

describe('requests about one user', () => {
  const person = newId('user');
  const contextOf = (tenantId: string) =>
    ({ tenantId, actor: { type: 'system', id: 'test' } }) as const;
  const ask = (account = 'compliance') =>
    patientPeer({
      address: `127.0.0.1:${platform.service.rpcPort}`,
      token: () => platform.cluster.mint(account, 'outbound'),
    });

  async function filled(): Promise<
    Fresh & { about: PlatformEvent[]; other: PlatformEvent; erasure: PlatformEvent }
  > {
    const about = [
      newEvent('user.updated', { subject: { type: 'user', id: person } }),
      newEvent('organization.created', { actor: { type: 'user', id: person } }),
      newEvent('organization.member_added', {
        data: { member: { user: { id: person, email: 'ada@example.com' } } },
      }),
    ];
    const other = newEvent('user.created');
    const erasure = newEvent('erasure.subject_deactivated', {
      subject: { type: 'user', id: person },
      data: { user: { id: person }, externalIds: ['x1'] },
    });
    const made = await fresh([...about, other, erasure]);
    await store(
      made.tenantId,
      [
        newEvent('audit.recorded', {
          actor: { type: 'user', id: person },
          data: { operationId: 'x', outcome: 'success', status: 200, sourceIp: '203.0.113.9' },
        }),
      ],
      'audit',
    );
    return { ...made, about, other, erasure };
  }

  test('Erase removes the user from events and audit copies, once', async () => {
    const { tenantId, api, about, other, erasure } = await filled();
    const peer = ask();
    const subject = peer.service('platform.datasubject.v1.DataSubject');
    const request = { tenantId, requestId: 'req_1', phase: 'erase', userId: person };
    const before = (await api.get(path)).body.data;
    expect(await subject.Erase({ ...request, dryRun: true })).toMatchObject({
      peer: 'outbound',
      outcome: 'DONE',
      items: [{ category: 'events', action: 'ANONYMIZED', count: 4 }],
    });
    expect((await api.get(path)).body.data).toEqual(before);

    const answer = await subject.Erase(request);
    expect(answer).toMatchObject({
      peer: 'outbound',
      outcome: 'DONE',
      items: [
        { category: 'events', action: 'ANONYMIZED', count: 3 },
        { category: 'audit_events', action: 'ANONYMIZED', count: 1 },
      ],
    });
    const after = (await api.get(path)).body.data as PlatformEvent[];
    expect(after).toEqual([
      ...about.map((e) => ({ ...e, data: { redacted: true } })),
      JSON.parse(JSON.stringify(other)),
      JSON.parse(JSON.stringify(erasure)),
    ]);
    const audit = await db.read(contextOf(tenantId), (tx) =>
      tx.row<{ text: string }>('SELECT envelope::text AS text FROM audit_events'),
    );
    expect(audit?.text).toContain('"data":{"redacted":true}');

    await store(tenantId, [newEvent('user.updated', { subject: { type: 'user', id: person } })]);
    expect(await subject.Erase(request)).toEqual(answer);
    expect(await subject.Erase({ ...request, phase: 'erase-again' })).toMatchObject({
      items: [{ category: 'events', count: 1 }],
    });
    peer.close();
  });

  test('Erase replaces the key that a tenant gave the person, and leaves other objects with the same name', async () => {
    const key = 'customer-7';
    const consent = newEvent('consent.granted', {
      subject: { type: 'user', id: key },
      data: { consent: { id: 'cns_1', subjectId: key } },
    });
    const client = newEvent('client.updated', { subject: { type: 'client', id: key } });
    const { tenantId, api } = await fresh([consent, client]);
    const peer = ask();
    const request = {
      tenantId,
      requestId: 'req_1',
      phase: 'erase',
      userId: '',
      identifiers: [{ type: 'external_id', value: key }],
    };
    const subject = peer.service('platform.datasubject.v1.DataSubject');
    expect(await subject.Erase(request)).toMatchObject({
      items: [{ category: 'events', count: 1 }],
    });
    const [erased, kept] = (await api.get(path)).body.data as PlatformEvent[];
    expect(erased).toMatchObject({
      id: consent.id,
      subject: { type: 'user', id: 'erased' },
      data: { redacted: true },
    });
    expect(kept?.subject.id).toBe(key);
    const rows = await db.read(contextOf(tenantId), (tx) =>
      tx.rows<{ id: string }>(
        'SELECT subject_id AS id FROM events WHERE tenant_id = $1 ORDER BY seq',
        [tenantId],
      ),
    );
    expect(rows.map(({ id }) => id)).toEqual(['erased', key]);
    peer.close();
  });

  test('events that arrive during an erasure are removed when it completes', async () => {
    const { tenantId, api } = await filled();
    await publishEvent(
      platform.service,
      tenantId,
      newEvent('erasure.completed', { data: { erasureRequest: { id: 'ers_1', userId: person } } }),
    );
    await eventually(async () =>
      ((await api.get(`${path}?type=user.updated`)).body.data as PlatformEvent[]).every(
        (e) => e.data['redacted'] === true,
      ),
    );
  });

  test('Export returns the stored data, and Deactivate and Reactivate have nothing to do', async () => {
    const { tenantId, about, erasure } = await filled();
    const peer = ask();
    const subject = peer.service('platform.datasubject.v1.DataSubject');
    const sections: Record<string, PlatformEvent[]> = {};
    for await (const { section, json } of subject.Export({
      tenantId,
      requestId: 'req_1',
      userId: person,
    }))
      sections[section ?? ''] = JSON.parse(json ?? '[]');
    expect(ids(sections['events'] ?? [])).toEqual(ids([...about, erasure]));
    expect(sections['audit_events']).toHaveLength(1);
    for (const method of ['Deactivate', 'Reactivate'] as const)
      expect(
        await subject[method]({ tenantId, requestId: 'req_1', phase: method, userId: person }),
      ).toMatchObject({ outcome: 'NOTHING_FOUND', items: [] });
    expect(
      await subject.Erase({
        tenantId: (await fresh()).tenantId,
        requestId: 'req_1',
        phase: 'erase',
        userId: person,
      }),
    ).toMatchObject({ outcome: 'NOTHING_FOUND' });
    peer.close();
  });

  test('only compliance is allowed', async () => {
    const peer = ask('directory');
    await expect(
      peer
        .service('platform.datasubject.v1.DataSubject')
        .Erase({ tenantId: newId('tenant'), requestId: 'r', phase: 'erase', userId: person }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
    peer.close();
  });
});

describe('tenant.deleted', () => {
  test("removes the tenant's rows, and later events are not stored", async () => {
    const { tenantId, api } = await fresh(newEvents(2500));
    const { bus } = platform.service.platform;
    const deleted = newEvent('tenant.deleted', { subject: { type: 'tenant', id: tenantId } });
    await bus
      .jetstream()
      ?.publish(
        'platform.tenant.deleted',
        JSON.stringify({ id: deleted.id, type: deleted.type, tenantid: tenantId, data: deleted }),
      );
    await eventually(async () => (await api.get(path)).body.data.length === 0);
    const left = (): Promise<number | undefined> =>
      withClient(
        platform.database.url,
        async (client) =>
          (
            await client.query<{ n: number }>(
              'SELECT (SELECT count(*) FROM outbound.events WHERE tenant_id = $1)::int + (SELECT count(*) FROM outbound.event_heads WHERE tenant_id = $1)::int AS n',
              [tenantId],
            )
          ).rows[0]?.n,
      );
    await eventually(async () => (await left()) === 0);
    await publishEvent(platform.service, tenantId, newEvent());
    const alive = await fresh();
    await publishEvent(platform.service, alive.tenantId, newEvent());
    await eventually(async () => (await alive.api.get(path)).body.data.length === 1);
    expect(await left()).toBe(0);
  });
});
