import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { newEvent } from './webhook-fixtures.ts';
import { siemPlatform, sinksPath } from './siem-fixtures.ts';
import type { SiemTestPlatform } from './siem-fixtures.ts';

let siem: SiemTestPlatform;

beforeAll(async () => {
  siem = await siemPlatform();
});
afterAll(() => siem.stopAll());

const http = (url: string, more: Record<string, unknown> = {}) => ({
  kind: 'http',
  config: { url },
  ...more,
});
const idsIn = (bodies: readonly { body: string }[]): string[] =>
  bodies.flatMap(({ body }) =>
    body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).id as string),
  );
const published = async (tenantId: string, count: number): Promise<string[]> => {
  const events = Array.from({ length: count }, () => newEvent());
  for (const event of events) await siem.publish(tenantId, event);
  return events.map(({ id }) => id);
};

describe('siemConfigureSink', () => {
  test('applies the defaults of the kind, and never returns credentials or header values', async () => {
    const { api } = await siem.tenant();
    const sink = await siem.sink(api, {
      kind: 'http',
      config: { url: 'https://collector.example.com/x', headers: { 'X-Key': 'header-secret' } },
      credentials: { type: 'bearer', token: 'a-bearer-of-some-length' },
      filter: undefined,
      batch: undefined,
    });
    const { body, headers } = await api.get(`${sinksPath}/${sink.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^snk_/),
      name: sink['name'],
      kind: 'http',
      config: {
        url: 'https://collector.example.com/x',
        contentType: 'ndjson',
        headerNames: ['X-Key'],
      },
      hasCredentials: true,
      credentialsLast4: 'ngth',
      format: 'platform_json',
      filter: {
        channels: ['audit', 'lifecycle'],
        eventTypes: ['*'],
        organizationIds: null,
        outcomes: null,
        minSeverity: 'low',
      },
      redaction: { mode: 'none', fields: [] },
      batch: { maxEvents: 100, maxBytes: 1_048_576, maxSeconds: 5 },
      tls: null,
      organizationId: null,
      status: 'active',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(headers.get('etag')).not.toBeNull();
    const stored = await siem.sql('SELECT * FROM siem_sinks WHERE id = $1', [sink.id]);
    for (const secret of ['a-bearer-of-some-length', 'header-secret'])
      expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test.each([
    [{ kind: 'other' }, '/kind'],
    [{ kind: 'splunk_hec', config: { url: 'https://x.example.com' } }, '/credentials'],
    [http('https://10.0.0.1/'), '/config/url'],
    [
      http('https://x.example.com/', { format: 'ocsf', batch: { maxEvents: 5_001 } }),
      '/batch/maxEvents',
    ],
    [
      http('https://x.example.com/', { filter: { eventTypes: ['user.nope'] } }),
      '/filter/eventTypes/0',
    ],
    [http('https://x.example.com/', { filter: { channels: [] } }), '/filter/channels'],
    [http('https://x.example.com/', { tls: { clientCertPem: 'x' } }), '/tls/clientCertPem'],
    [
      { kind: 'datadog', config: { site: 'evil.example.com' }, credentials: { apiKey: 'k' } },
      '/config/site',
    ],
    [{ kind: 'datadog', config: {}, credentials: { apiKey: 'k' }, format: 'cef' }, '/format'],
    [{ kind: 'syslog_tls', config: { host: '127.0.0.1' } }, '/config/host'],
    [{ kind: 'syslog_tls', config: { host: 'x.example.com/y' } }, '/config/host'],
    [
      {
        kind: 's3',
        config: { bucket: 'abc', region: 'eu-west-1', prefix: '../x' },
        credentials: { accessKeyId: 'a', secretAccessKey: 's' },
      },
      '/config/prefix',
    ],
  ])('refuses %j', async (body, pointer) => {
    const { api } = await siem.tenant();
    const { status, body: refused } = await api.post(sinksPath, { body: { name: 'X', ...body } });
    expect([status, refused.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  test('allows at most ten sinks with case-insensitively unique names, even concurrently', async () => {
    const { api } = await siem.tenant();
    const body = { ...http('https://x.example.com/'), status: 'paused' };
    await siem.sink(api, { ...body, name: 'Main' });
    const again = await api.post(sinksPath, { body: { ...body, name: 'MAIN' } });
    expect([again.status, again.body.code]).toEqual([409, 'already_exists']);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        api.post(sinksPath, { body: { ...body, name: newId('request') } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('limit_exceeded');
  });

  test("requires its scopes, and hides another tenant's sinks", async () => {
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(api, http('https://x.example.com/', { status: 'paused' }));
    const reader = await siem.platform.as({ tenant, scopes: ['tenant:siem.read'] });
    expect((await reader.get(`${sinksPath}/${id}`)).status).toBe(200);
    expect((await reader.delete(`${sinksPath}/${id}`)).body.code).toBe('insufficient_scope');
    const { api: other } = await siem.tenant();
    expect((await other.get(`${sinksPath}/${id}`)).status).toBe(404);
    expect((await other.get(`${sinksPath}/${id}/health`)).status).toBe(404);
    expect((await other.patch(`${sinksPath}/${id}`, { body: { name: 'x' } })).status).toBe(404);
    const since = new Date().toISOString();
    expect((await other.post(`${sinksPath}/${id}/replay`, { body: { since } })).status).toBe(404);
    expect((await other.post(`/api/v1/hooks/${id}/test`)).status).toBe(404);
    expect((await other.delete(`${sinksPath}/${id}`)).status).toBe(404);
    expect((await other.get(sinksPath)).body.data).toEqual([]);
  });
});

describe('siemUpdateSink', () => {
  test('merges into the definition and validates the result', async () => {
    const { api } = await siem.tenant();
    const { id } = await siem.sink(
      api,
      http('https://x.example.com/', {
        config: { url: 'https://x.example.com/', headers: { a: '1', b: '2' } },
        status: 'paused',
      }),
    );
    const patch = (body: Record<string, unknown>) => api.patch(`${sinksPath}/${id}`, { body });
    const { body } = await patch({
      config: { contentType: 'array', headers: { a: null, c: '3' } },
      filter: { minSeverity: 'high' },
      credentials: { type: 'basic', username: 'u', password: 'a-long-password' },
    });
    expect(body).toMatchObject({
      config: { url: 'https://x.example.com/', contentType: 'array', headerNames: ['b', 'c'] },
      filter: { channels: ['lifecycle'], eventTypes: ['user.*'], minSeverity: 'high' },
      hasCredentials: true,
      credentialsLast4: 'word',
    });
    expect((await patch({ config: { contentType: 'xml' } })).body.errors[0].pointer).toBe(
      '/config/contentType',
    );
    expect((await patch({ kind: 's3' })).body.errors[0].code).toBe('unknown_member');
    const stale = await api.patch(`${sinksPath}/${id}`, {
      body: { name: 'Y' },
      headers: { 'if-match': '"0"' },
    });
    expect(stale.status).toBe(412);
    expect((await api.delete(`${sinksPath}/${id}`)).body).toEqual({ id, deleted: true });
  });
});

describe('a sink', () => {
  test('gets matching events in order, and its position moves past the others', async () => {
    const { tenant, api } = await siem.tenant();
    const collector = siem.destination();
    const { id } = await siem.sink(api, http(collector.url));
    const ids = await published(tenant.id, 3);
    await siem.publish(tenant.id, newEvent('organization.created'));
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 3 && h.backlog === 0);
    expect(idsIn(collector.received())).toEqual(ids);
    const health = await siem.health(api, id);
    expect(health).toMatchObject({ state: 'healthy', lagSeconds: 0, lastError: null });
    expect(health.cursors.lifecycle).toBeGreaterThanOrEqual(4);
  });

  test('gets audit records, with redacted properties', async () => {
    const { api } = await siem.tenant();
    const collector = siem.destination();
    const { id } = await siem.sink(
      api,
      http(collector.url, {
        filter: { channels: ['audit'] },
        redaction: { mode: 'hash', fields: ['sourceIp'] },
      }),
    );
    await api.patch(`${sinksPath}/${id}`, { body: { name: newId('request') } });
    await siem.healthOnce(api, id, (h) => h.deliveredTotal >= 1);
    const [first] = collector.received()[0]!.body.split('\n');
    const record = JSON.parse(first!);
    expect(record).toMatchObject({ type: 'audit.recorded', data: { outcome: 'success' } });
    expect(record.data.sourceIp).toMatch(/^[0-9a-f]{64}$/);
  });

  test('retries from its position after a failure, and shows the reason without credentials', async () => {
    const { tenant, api } = await siem.tenant();
    const token = 'very-secret-token-1234';
    const collector = siem.destination(() => ({ status: 503, body: `no room for ${token}` }));
    const { id } = await siem.sink(
      api,
      http(collector.url, { credentials: { type: 'bearer', token } }),
    );
    const ids = await published(tenant.id, 2);
    const failing = await siem.healthOnce(api, id, (h) => h.consecutiveFailures >= 2);
    expect(failing).toMatchObject({
      state: 'degraded',
      lastError: { code: 'http_status', status: 503, detail: 'no room for ***' },
    });
    collector.answer(() => ({}));
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 2);
    expect(idsIn(collector.received().slice(-1))).toEqual(ids);
  });

  test('halves a rejected batch down to the invalid event, and skips it after three attempts', async () => {
    const { tenant, api } = await siem.tenant();
    const events = Array.from({ length: 5 }, () => newEvent());
    const poison = events[3]!.id;
    const collector = siem.destination(({ body }) => ({
      status: body.includes(poison) ? 400 : 200,
    }));
    const { id } = await siem.sink(api, http(collector.url, { status: 'paused' }));
    for (const event of events) await siem.publish(tenant.id, event);
    await siem.healthOnce(api, id, (h) => h.backlog >= 5);
    await api.patch(`${sinksPath}/${id}`, { body: { status: 'active' } });
    const done = await siem.healthOnce(
      api,
      id,
      (h) => h.deliveredTotal === 4 && h.droppedTotal === 1,
    );
    expect(done.consecutiveFailures).toBe(0);
    const accepted = collector.received().filter(({ body }) => !body.includes(poison));
    expect(new Set(idsIn(accepted))).toEqual(
      new Set(events.map((event) => event.id).filter((one) => one !== poison)),
    );
    const alone = collector.received().filter(({ body }) => idsIn([{ body }]).join() === poison);
    expect(alone).toHaveLength(3);
    const told = await eventually(async () => {
      const { body } = await api.get('/api/v1/events?type=siem.sink_events_dropped');
      return body.data[0];
    });
    const { count, fromSequence, toSequence } = told.data.dropped;
    expect([count, toSequence - fromSequence, told.data.channel]).toEqual([1, 0, 'lifecycle']);
  });

  test('is failing after 15 minutes and suspended after a day of 401, with one event each', async () => {
    const { tenant, api } = await siem.tenant();
    const collector = siem.destination(() => ({ status: 401 }));
    const { id } = await siem.sink(api, http(collector.url));
    await published(tenant.id, 1);
    await siem.healthOnce(api, id, (h) => h.lastError?.code === 'unauthorized');
    siem.clock.advance(16 * 60_000);
    await siem.healthOnce(api, id, (h) => h.state === 'failing');
    siem.clock.advance(24 * 3_600_000);
    await siem.healthOnce(api, id, (h) => h.state === 'suspended');
    expect((await api.get(`${sinksPath}/${id}`)).body.status).toBe('suspended');
    const types = await eventually(async () => {
      const { body } = await api.get('/api/v1/events?type=siem.*');
      const found = body.data.map((event: any) => event.type);
      return found.includes('siem.sink_suspended') ? found : undefined;
    });
    expect(types).toEqual(['siem.sink_created', 'siem.sink_failing', 'siem.sink_suspended']);
    collector.answer(() => ({}));
    await api.patch(`${sinksPath}/${id}`, { body: { status: 'active' } });
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 1 && h.state === 'healthy');
  });

  test('starts at the oldest stored event, and resends events for a replay', async () => {
    const { tenant, api } = await siem.tenant();
    const since = new Date(Date.now() - 1_000).toISOString();
    const ids = await published(tenant.id, 2);
    await eventually(async () => (await api.get('/api/v1/events')).body.data.length >= 2);
    const collector = siem.destination();
    const { id } = await siem.sink(api, http(collector.url, { startFrom: 'oldest' }));
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 2);
    const replay = (at: string) => api.post(`${sinksPath}/${id}/replay`, { body: { since: at } });
    expect((await replay('2020-01-01T00:00:00Z')).body.errors[0].pointer).toBe('/since');
    const oldest = (
      await siem.sql<{ at: Date }>(
        'SELECT min(ingested_at) AS at FROM (SELECT ingested_at FROM events WHERE tenant_id = $1 UNION ALL SELECT ingested_at FROM audit_events WHERE tenant_id = $1) AS all_events',
        [tenant.id],
      )
    )[0]!.at;
    const from = new Date(Math.max(oldest.getTime(), Date.parse(since))).toISOString();
    expect((await replay(from)).status).toBe(200);
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 4);
    expect(idsIn(collector.received())).toEqual([...ids, ...ids]);
  });

  test('an unresponsive sink does not delay others', async () => {
    const { tenant, api } = await siem.tenant();
    const stuck = siem.destination(() => ({ hang: true }));
    const quick = siem.destination();
    await siem.sink(api, http(stuck.url));
    const { id } = await siem.sink(api, http(quick.url));
    const ids = await published(tenant.id, 3);
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 3);
    expect(idsIn(quick.received())).toEqual(ids);
    expect(stuck.received().length).toBeLessThanOrEqual(1);
  });
});

describe('a worker that seldom looks by itself', () => {
  test('sends a new event to a sink at rest after the wait of its batch', async () => {
    const slow = await siemPlatform({}, () => ({ tickMs: 600_000 }));
    try {
      const { tenant, api } = await slow.tenant();
      const collector = slow.destination();
      await slow.sink(api, http(collector.url));
      for (const count of [1, 2]) {
        await slow.publish(tenant.id, newEvent());
        await eventually(
          () => {
            slow.clock.advance(1_000);
            return collector.received().length === count;
          },
          { what: `event ${count} is received` },
        );
      }
    } finally {
      await slow.stopAll();
    }
  });
});

describe('hookTest of a sink', () => {
  test('sends one test past the position', async () => {
    const { tenant, api } = await siem.tenant();
    const collector = siem.destination();
    const { id } = await siem.sink(api, http(collector.url, { status: 'paused' }));
    const { body } = await api.post(`/api/v1/hooks/${id}/test`);
    expect(body).toMatchObject({
      hookId: id,
      hookKind: 'siem_sink',
      delivered: true,
      deliveryId: null,
      eventType: 'siem.test',
      attempt: { outcome: 'succeeded', responseStatus: 200 },
    });
    const [sent] = collector.received();
    expect(sent!.headers['x-platform-test']).toBe('true');
    expect(JSON.parse(sent!.body)).toMatchObject({ type: 'siem.test', subject: { id } });
    collector.answer(() => ({ status: 403, body: 'forbidden' }));
    expect((await api.post(`/api/v1/hooks/${id}/test`)).body).toMatchObject({
      delivered: false,
      attempt: { error: 'http_status', responseStatus: 403, responseBody: 'forbidden' },
    });
    expect((await siem.health(api, id)).lastAttemptAt).toBeNull();
    const hooksOnly = await siem.platform.as({ tenant, scopes: ['tenant:webhooks.write'] });
    expect((await hooksOnly.post(`/api/v1/hooks/${id}/test`)).body.code).toBe('insufficient_scope');
  });
});
