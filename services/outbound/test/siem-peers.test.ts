import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestS3 } from '@platform/testkit/s3-server';
import { newEvent } from './webhook-fixtures.ts';
import { siemPlatform, sinksPath } from './siem-fixtures.ts';
import type { SiemTestPlatform } from './siem-fixtures.ts';
import { startHttpPeer, startSyslogPeer } from './siem-peers.ts';
import type { Confirm } from './siem-peers.ts';

let siem: SiemTestPlatform;
/** The URL of Datadog's intake. */
let datadog = '';

beforeAll(async () => {
  siem = await siemPlatform({}, (base) => ({
    vendors: { datadog: () => datadog, entra: `${base}/entra` },
  }));
  siem.answerAt('entra', () => ({
    body: JSON.stringify({ access_token: 'a-token-of-entra', expires_in: 3600 }),
  }));
});
afterAll(() => siem.stopAll());

/** A kind of sink, and how its destination confirms. */
interface PeerKind {
  confirm?: Confirm;
  sink: (base: string, port: number) => Record<string, unknown>;
}

const kinds: Record<string, PeerKind> = {
  splunk_hec: {
    confirm: () => ({ status: 200, body: { text: 'Success', code: 0 } }),
    sink: (url) => ({ config: { url }, credentials: { token: 'a-token-of-splunk' } }),
  },
  datadog: {
    confirm: () => ({ status: 202 }),
    sink: () => ({ config: { site: 'datadoghq.eu' }, credentials: { apiKey: 'an-api-key' } }),
  },
  elastic: {
    confirm: (_path, ids) => ({
      status: 200,
      body: { errors: false, items: ids.map(() => ({ create: { status: 201 } })) },
    }),
    sink: (url) => ({
      config: { url, dataStream: 'logs-platform' },
      credentials: { apiKey: 'an-api-key' },
    }),
  },
  sentinel: {
    confirm: () => ({ status: 204 }),
    sink: (endpoint) => ({
      config: {
        endpoint,
        ruleId: 'dcr-0123456789abcdef',
        streamName: 'Custom-Platform',
        directoryTenantId: '5f0c8f0e-2f2f-4c8b-9d7e-0a1b2c3d4e5f',
        clientId: '6f0c8f0e-2f2f-4c8b-9d7e-0a1b2c3d4e5f',
      },
      credentials: { clientSecret: 'a secret of the client' },
    }),
  },
  http: {
    confirm: () => ({ status: 204 }),
    sink: (url) => ({ config: { url } }),
  },
  s3: {
    confirm: () => ({ status: 200 }),
    sink: (endpoint) => ({
      config: { bucket: 'audit', region: 'eu-west-1', endpoint },
      credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-key' },
    }),
  },
  syslog_tls: {
    sink: (_base, port) => ({ config: { host: 'localhost', port } }),
  },
};

describe('every event reaches a destination that disconnects, throttles, is full, slow or unavailable, or changes its certificate', () => {
  test.concurrent.each(Object.entries(kinds))('%s', async (kind, { confirm, sink }) => {
    const peer = await (confirm ? startHttpPeer(confirm) : startSyslogPeer());
    const base = `https://localhost:${peer.port}`;
    if (kind === 'datadog') datadog = base;
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(api, {
      kind,
      ...sink(base, peer.port),
      tls: { caPem: peer.cert },
      batch: { maxEvents: 4, maxSeconds: 1 },
    });
    const published: string[] = [];
    const publish = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const event = newEvent();
        published.push(event.id);
        await siem.publish(tenant.id, event);
      }
    };
    const gotAll = (): Promise<unknown> =>
      siem.healthOnce(api, id, (h) => h.backlog === 0 && h.deliveredTotal >= published.length);

    await publish(10);
    await gotAll();
    await peer.kill();
    await publish(3);
    await siem.healthOnce(api, id, (h) => h.consecutiveFailures > 0);
    await peer.restart();
    await gotAll();
    await peer.changeCertificate();
    await publish(3);
    await siem.healthOnce(api, id, (h) => h.lastError?.code === 'tls_failed');
    const patched = await api.patch(`${sinksPath}/${id}`, {
      body: { tls: { caPem: peer.cert } },
    });
    expect(patched.status).toBe(200);
    await gotAll();
    const { taken } = peer;
    expect(published.filter((event) => !taken.has(event))).toEqual([]);
    const { body: health } = await api.get(`${sinksPath}/${id}/health`);
    expect([health.droppedTotal, health.consecutiveFailures]).toEqual([0, 0]);
    await peer.stop();
  });
});

test('an S3-compatible server receives every event', async () => {
  const store = await startTestS3(['audit']);
  const { tenant, api } = await siem.tenant();
  const { id } = await siem.sink(api, {
    kind: 's3',
    config: {
      bucket: 'audit',
      region: 'eu-west-1',
      prefix: 'iam',
      endpoint: store.endpoint.replace('127.0.0.1', 'localhost'),
    },
    credentials: store.credentials,
    batch: { maxEvents: 4, maxSeconds: 1 },
  });
  const events = Array.from({ length: 10 }, () => newEvent());
  for (const event of events) await siem.publish(tenant.id, event);
  await siem.healthOnce(api, id, (h) => h.deliveredTotal === events.length);
  const stored = store
    .objects('audit')
    .flatMap((object) => gunzipSync(object).toString().trim().split('\n'))
    .map((line) => JSON.parse(line).id);
  await store.stop();
  expect(stored.toSorted()).toEqual(events.map((event) => event.id).toSorted());
});
