import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';
import { hasRsyslog, startRsyslog } from './rsyslog.ts';
import type { Rsyslog } from './rsyslog.ts';
import { siemPlatform, sinksPath } from './siem-fixtures.ts';
import type { SiemTestPlatform } from './siem-fixtures.ts';
import { newEvent } from './webhook-fixtures.ts';

/** Returns the ids of the events that rsyslog received, from the structured data. */
const idsIn = (rsyslog: Rsyslog): string[] =>
  rsyslog.messages().map(({ data }) => /id="(evt_\w+)"/.exec(data)?.[1] ?? data);

if (!hasRsyslog)
  console.warn(
    'rsyslog and its driver for OpenSSL are not installed: the tests against rsyslog are skipped (apt-get install rsyslog rsyslog-openssl).',
  );

describe.skipIf(!hasRsyslog)('a sink of rsyslog over TLS', () => {
  const client = testCertificate();
  const first = testCertificate();
  let siem: SiemTestPlatform;
  let rsyslog: Rsyslog;

  beforeAll(async () => {
    [siem, rsyslog] = await Promise.all([siemPlatform(), startRsyslog(first, client.cert)]);
  });
  afterAll(async () => {
    await siem?.stopAll();
    await rsyslog?.stop();
  });

  const sinkOf = (caPem: string, more: Record<string, unknown> = {}) => ({
    kind: 'syslog_tls',
    config: { host: 'localhost', port: rsyslog.port, appName: 'iam', hostname: 'iam.example.com' },
    tls: { caPem, clientCertPem: client.cert, clientKeyPem: client.key },
    ...more,
  });

  test('rsyslog reads each message completely, for any event', async () => {
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(api, sinkOf(first.cert, { format: 'platform_json' }));
    const texts = [
      '\n<110>1 - fake - - - - x',
      '12 <110>1 a b',
      ']"\\',
      '\u2028\u0085',
      '\u{1f600}'.repeat(900),
    ];
    const events = texts.map((userAgent) => ({ ...newEvent(), data: { userAgent } }));
    for (const event of events) await siem.publish(tenant.id, event);
    await siem.healthOnce(api, id, (h) => h.deliveredTotal === events.length);
    const parsed = rsyslog.messages();
    expect(parsed.map(({ msg }) => JSON.parse(msg).data.userAgent)).toEqual(texts);
    for (const [n, message] of parsed.entries())
      expect(message).toMatchObject({
        facility: 'audit',
        severity: 'info',
        hostname: 'iam.example.com',
        app: 'iam',
        msgid: 'user.created',
        data: `[event@32473 id="${events[n]?.id}" type="user.created"]`,
      });
  });

  test('a client without a certificate is rejected, and the sink reports it', async () => {
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(api, sinkOf(first.cert, { tls: { caPem: first.cert } }));
    await siem.publish(tenant.id, newEvent());
    const health = await siem.healthOnce(api, id, (h) => h.consecutiveFailures >= 2);
    expect([health.deliveredTotal, health.droppedTotal]).toEqual([0, 0]);
  });

  test('no event is lost after kills and a change of the certificate', async () => {
    const { tenant, api } = await siem.tenant();
    const { id } = await siem.sink(
      api,
      sinkOf(first.cert, { batch: { maxSeconds: 1, maxEvents: 3 } }),
    );
    const published: string[] = [];
    const publish = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const event = newEvent();
        await siem.publish(tenant.id, event);
        published.push(event.id);
      }
    };
    await publish(10);
    await siem.healthOnce(api, id, (h) => h.deliveredTotal > 0);
    await rsyslog.kill();
    await publish(5);
    await siem.healthOnce(api, id, (h) => h.consecutiveFailures > 0);
    const second = testCertificate();
    await rsyslog.restart(second);
    await siem.healthOnce(api, id, (h) => h.lastError?.code === 'tls_failed');
    const tls = { caPem: second.cert, clientCertPem: client.cert, clientKeyPem: client.key };
    expect((await api.patch(`${sinksPath}/${id}`, { body: { tls } })).status).toBe(200);
    await siem.healthOnce(api, id, (h) => h.backlog === 0);
    const received = new Set(idsIn(rsyslog));
    expect(published.filter((one) => !received.has(one))).toEqual([]);
  });
});
