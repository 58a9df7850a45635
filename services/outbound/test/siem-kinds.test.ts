import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { newId } from '@platform/kit/ids';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';
import { newEvent } from './webhook-fixtures.ts';
import { siemPlatform, startSyslog } from './siem-fixtures.ts';
import type { SiemTestPlatform } from './siem-fixtures.ts';

let siem: SiemTestPlatform;

beforeAll(async () => {
  siem = await siemPlatform();
});
afterAll(() => siem.stopAll());

/** Publishes events to a tenant with one sink, and waits until the sink has confirmed them. */
async function through(body: Record<string, unknown>, count = 2) {
  const { tenant, api } = await siem.tenant();
  const sink = await siem.sink(api, body);
  const events = Array.from({ length: count }, () => newEvent());
  for (const event of events) await siem.publish(tenant.id, event);
  return {
    api,
    id: sink.id,
    ids: events.map(({ id }) => id),
    delivered: () => siem.healthOnce(api, sink.id, (h) => h.deliveredTotal === count),
  };
}
const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });

describe('splunk_hec', () => {
  const config = (url: string) => ({ url, index: 'main', source: 'platform' });
  const credentials = { token: '11111111-2222-3333-4444-555555555555' };

  test('sends concatenated envelopes, and treats code 0 as success', async () => {
    const splunk = siem.destination(() => json({ text: 'Success', code: 0 }));
    const sent = await through({ kind: 'splunk_hec', config: config(splunk.url), credentials });
    await sent.delivered();
    const [first] = splunk.received();
    expect(first!.path).toMatch(/\/services\/collector\/event$/);
    expect(first!.headers['authorization']).toBe(`Splunk ${credentials.token}`);
    const envelopes = splunk
      .received()
      .flatMap(({ body }) => body.split('\n').map((line) => JSON.parse(line)));
    expect(envelopes.map(({ event }) => event.id)).toEqual(sent.ids);
    expect(envelopes[0]).toMatchObject({
      index: 'main',
      source: 'platform',
      sourcetype: 'platform:event',
      time: Date.parse(envelopes[0].event.occurredAt) / 1000,
    });
  });

  test("waits for the indexer's acknowledgment on the channel of the batch", async () => {
    const channels: unknown[] = [];
    const splunk = siem.destination(({ path, headers, body }, number) => {
      channels.push(headers['x-splunk-request-channel']);
      if (!path.endsWith('/ack')) return json({ text: 'Success', code: 0, ackId: 7 });
      expect(JSON.parse(body)).toEqual({ acks: [7] });
      return json({ acks: { 7: number > 2 } });
    });
    const acknowledged = { ...config(splunk.url), acknowledge: true };
    const sent = await through({ kind: 'splunk_hec', config: acknowledged, credentials }, 1);
    await sent.delivered();
    expect(splunk.received().length).toBeGreaterThanOrEqual(3);
    expect(new Set(channels).size).toBe(1);
  });

  test('does not drop events because of a wrong index', async () => {
    const splunk = siem.destination(() => json({ text: 'Incorrect index', code: 7 }, 400));
    const sent = await through({ kind: 'splunk_hec', config: config(splunk.url), credentials }, 1);
    const health = await siem.healthOnce(sent.api, sent.id, (h) => h.consecutiveFailures >= 4);
    expect([health.droppedTotal, health.lastError.code]).toEqual([0, 'http_status']);
  });
});

test('datadog gets a gzip array with the key, and old events with the time of sending', async () => {
  siem.answerAt('us3.datadoghq.com', () => ({ status: 202 }));
  const config = { site: 'us3.datadoghq.com', service: 'iam', tags: ['env:test'] };
  const sent = await through({ kind: 'datadog', config, credentials: { apiKey: 'dd-api-key' } });
  await sent.delivered();
  const requests = siem.receivedAt('us3.datadoghq.com');
  expect(requests[0]!.headers).toMatchObject({
    'dd-api-key': 'dd-api-key',
    'content-encoding': 'gzip',
  });
  const logs = requests.flatMap(({ body }) => JSON.parse(body));
  expect(logs.map(({ id }) => id)).toEqual(sent.ids);
  expect(logs[0]).toMatchObject({ ddsource: 'platform', service: 'iam', ddtags: 'env:test' });
});

test('elastic gets documents with the ids of events: a conflict is a success, and a rejected item is skipped alone', async () => {
  const refused: string[] = [];
  const elastic = siem.destination(({ body }, number) => {
    const creates = body
      .split('\n')
      .filter((line) => line.startsWith('{"create"'))
      .map((line) => JSON.parse(line).create._id as string);
    if (number === 1) refused.push(creates[0]!);
    const items = creates.map((id) => ({
      create: refused.includes(id)
        ? { status: 400, error: { type: 'document_parsing_exception' } }
        : { status: number === 1 ? 201 : 409 },
    }));
    return json({ errors: true, items });
  });
  const config = { url: elastic.url, dataStream: 'logs-platform-default' };
  const sent = await through({ kind: 'elastic', config, credentials: { apiKey: 'k' } }, 3);
  const health = await siem.healthOnce(sent.api, sent.id, (h) => h.droppedTotal === 1);
  expect(health.lastError?.code ?? 'rejected').toBe('rejected');
  await siem.healthOnce(sent.api, sent.id, (h) => h.deliveredTotal === 2);
  const [first] = elastic.received();
  expect(first!.path).toMatch(/\/logs-platform-default\/_bulk\?filter_path=/);
  expect(first!.headers['authorization']).toBe('ApiKey k');
  const document = JSON.parse(first!.body.split('\n')[1]!);
  expect(document).toMatchObject({ ecs: { version: '8.11.0' }, platform: { event: {} } });
});

test('sentinel gets a token by client credentials, reused until it is rejected', async () => {
  siem.answerAt('entra', (_request, number) =>
    json({ access_token: `token-${number}`, expires_in: 3600 }),
  );
  const azure = siem.destination(({ headers }) =>
    headers['authorization'] === 'Bearer token-1' ? { status: 401 } : { status: 204 },
  );
  const config = {
    endpoint: azure.url,
    ruleId: 'dcr-0123456789abcdef',
    streamName: 'Custom-Platform',
    directoryTenantId: '5f0c8f0e-2f2f-4c8b-9d7e-0a1b2c3d4e5f',
    clientId: '6f0c8f0e-2f2f-4c8b-9d7e-0a1b2c3d4e5f',
  };
  const credentials = { clientSecret: 'a secret of the client' };
  const sent = await through({ kind: 'sentinel', config, credentials });
  await sent.delivered();
  const [grant] = siem.receivedAt('entra');
  expect(Object.fromEntries(new URLSearchParams(grant!.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: config.clientId,
    client_secret: credentials.clientSecret,
    scope: 'https://monitor.azure.com/.default',
  });
  const taken = azure.received().at(-1)!;
  expect(taken.path).toMatch(
    /\/dataCollectionRules\/dcr-0123456789abcdef\/streams\/Custom-Platform\?api-version=/,
  );
  expect(JSON.parse(taken.body)[0]).toHaveProperty('TimeGenerated');
});

describe('http', () => {
  test('signs as webhooks do', async () => {
    const collector = siem.destination();
    const secret = `whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`;
    const sent = await through({
      kind: 'http',
      config: { url: collector.url, contentType: 'array', headers: { 'X-Source': 'iam' } },
      credentials: { type: 'signature', secret },
    });
    await sent.delivered();
    const { headers, body } = collector.received()[0]!;
    const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    expect(headers).toMatchObject({
      'webhook-signature': `v1,${mac}`,
      'x-source': 'iam',
      'content-type': 'application/json',
    });
    expect(JSON.parse(body)[0].id).toBe(sent.ids[0]);
  });

  test('follows Retry-After', async () => {
    const collector = siem.destination(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    const sent = await through({ kind: 'http', config: { url: collector.url } }, 1);
    const health = await siem.healthOnce(sent.api, sent.id, (h) => h.consecutiveFailures === 1);
    const wait = Date.parse(health.nextAttemptAt) - Date.parse(health.lastAttemptAt);
    expect(wait).toBeGreaterThanOrEqual(590_000);
  });
});

describe('syslog_tls', () => {
  const { cert, key } = testCertificate();
  const sinkTo = (port: number, more: Record<string, unknown> = {}) => ({
    kind: 'syslog_tls',
    config: { host: 'localhost', port, appName: 'iam' },
    tls: { caPem: cert },
    ...more,
  });

  test('frames RFC 5424 messages, and resends a batch whose connection broke', async () => {
    const syslog = await startSyslog({ cert, key }, (socket, number) => {
      if (number === 1) socket.once('data', () => socket.destroy());
    });
    const sent = await through(sinkTo(syslog.port));
    await sent.delivered();
    const messages = syslog.messages();
    await syslog.stop();
    for (const id of sent.ids) {
      const own = messages.filter((message) => message.includes(`id="${id}"`));
      expect(own.length).toBeGreaterThanOrEqual(1);
      expect(own[0]).toMatch(
        /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ iam - user\.created \[event@32473 id="evt_\w+" type="user\.created"\] CEF:0\|/,
      );
    }
  });

  test('keeps its connection between batches; a closed one is not a failure', async () => {
    const syslog = await startSyslog({ cert, key });
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(api, sinkTo(syslog.port));
    for (const count of [1, 2, 3]) {
      if (count === 3) syslog.breakOff();
      await siem.publish(tenant.id, newEvent());
      const health = await siem.healthOnce(api, id, (h) => h.deliveredTotal === count);
      expect([health.consecutiveFailures, health.lastError]).toEqual([0, null]);
      expect(syslog.connections()).toBe(count === 3 ? 2 : 1);
    }
    await syslog.stop();
  });

  test('resends the last batch if its connection broke, because the receiver may not have read it', async () => {
    const frozen: TLSSocket[] = [];
    const syslog = await startSyslog({ cert, key }, (socket, number) => {
      if (number > 1) return;
      socket.removeAllListeners('data').pause();
      frozen.push(socket);
    });
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(api, sinkTo(syslog.port));
    const events = [newEvent(), newEvent()];
    await siem.publish(tenant.id, events[0]);
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 1);
    expect(syslog.messages()).toEqual([]);
    for (const socket of frozen) socket.destroy();
    await siem.publish(tenant.id, events[1]);
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === 2);
    const messages = syslog.messages();
    await syslog.stop();
    expect(messages.map((message) => /id="(evt_\w+)"/.exec(message)?.[1])).toEqual(
      events.map((event) => event.id),
    );
  });

  test('fails with an unknown certificate authority', async () => {
    const syslog = await startSyslog({ cert, key });
    const sent = await through(sinkTo(syslog.port, { tls: undefined }), 1);
    const health = await siem.healthOnce(sent.api, sent.id, (h) => h.consecutiveFailures >= 1);
    expect(health.lastError.code).toBe('tls_failed');
    await syslog.stop();
  });
});

test('s3 gets one object per batch, with the same name when it is repeated', async () => {
  const puts: { path: string; body: Buffer; authorization: string }[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { authorization = '' } = req.headers;
      puts.push({ path: req.url ?? '', body: Buffer.concat(chunks), authorization });
      // The first response is lost: the object is stored, but the sender does not know.
      if (puts.length === 1) return void req.socket.destroy();
      res.writeHead(200, { etag: '"x"' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent = await through({
    kind: 's3',
    config: {
      bucket: 'audit-bucket',
      region: 'eu-west-1',
      prefix: newId('request'),
      endpoint: `http://localhost:${port}`,
    },
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret-of-the-key' },
  });
  await sent.delivered();
  server.close();
  server.closeAllConnections();
  const [lost, again] = puts;
  expect(again!.path).toBe(lost!.path);
  expect(again!.path).toMatch(
    /^\/audit-bucket\/req_\w+\/\d{4}\/\d\d\/\d\d\/\d\d\/snk_\w+-lifecycle-\d+-\d+\.ndjson\.gz/,
  );
  expect(again!.authorization).toContain('Credential=AKIDEXAMPLE/');
  const lines = puts
    .slice(1)
    .flatMap(({ body }) => gunzipSync(body).toString().trim().split('\n'))
    .map((line) => JSON.parse(line).id);
  expect(lines).toEqual(sent.ids);
});
