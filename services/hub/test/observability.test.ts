import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { reflectedServicesAt, rpcHealthAt, tokenlessStatus } from '@platform/testkit/open-rpc';
import { testCollector } from '@platform/testkit/trace-collector';
import type { TestCollector } from '@platform/testkit/trace-collector';
import { silentLog } from '@platform/kit/telemetry';
import type { RunningService } from '@platform/kit/service';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

interface Line {
  msg: string;
  operationId: string;
  [field: string]: unknown;
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

let hub: HubUnderTest;
let pod: RunningService;
let acme: MadeTenant;
let collector: TestCollector;
const lines: Line[] = [];

beforeAll(async () => {
  collector = await testCollector();
  hub = await hubUnderTest({}, { pods: 0 });
  const properties = {
    'platform.tracing.endpoint': collector.endpoint,
    'platform.tracing.sample-percent': '100',
    'platform.rpc.reflection': 'true',
    'platform.log.access-lines-per-second': '0',
  } as const;
  pod = await hub.startPod('first', properties, silentLog, {
    info: (fields, msg) => void lines.push(JSON.parse(JSON.stringify({ ...fields, msg })) as Line),
  });
  acme = await hub.makeTenant('acme');
});
afterAll(async () => {
  await hub?.stop();
  await collector?.stop();
});
beforeEach(() => void (lines.length = 0));

const linesOf = async (operationId: string, count = 1): Promise<Line[]> => {
  const found = () => lines.filter((line) => line.operationId === operationId);
  await eventually(() => found().length >= count);
  return found();
};
const metrics = () => pod.platform.metrics.registry.metrics();

describe('access log lines', () => {
  it('contain client, grant and outcome of a token request, with its ids', async () => {
    const { status } = await hub.ask('/oauth2/token', {
      host: acme.host,
      basic: [acme.clientId, acme.clientSecret],
      form: { grant_type: 'client_credentials' },
      headers: { 'x-request-id': 'req_of_the_caller', traceparent },
    });
    expect(status).toBe(200);
    expect(await linesOf('oauthToken')).toEqual([
      {
        msg: 'request',
        requestId: 'req_of_the_caller',
        traceId,
        method: 'POST',
        operationId: 'oauthToken',
        status: 200,
        outcome: 'success',
        tenantId: acme.id,
        principalType: 'client',
        clientId: acme.clientId,
        grant: 'client_credentials',
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('contain the reason for a denied token, but never what was sent', async () => {
    await hub.token({ ...acme, clientSecret: 'a-wrong-secret' });
    await hub.token({ ...acme, clientId: 'ada@example.com' });
    const [known, unknown] = await linesOf('oauthToken', 2);
    expect(known).toMatchObject({ status: 401, outcome: 'denied', code: 'invalid_client' });
    expect(known).toMatchObject({ clientId: acme.clientId, grant: 'client_credentials' });
    expect(unknown).toMatchObject({ status: 401, code: 'invalid_client' });
    expect(unknown).not.toHaveProperty('clientId');
    expect(JSON.stringify(lines)).not.toMatch(/a-wrong-secret|ada@example|127\.0\.0\.1/);
  });

  it.each([
    ['/oauth2/jwks', 'oauthKeys', 200],
    ['/.well-known/openid-configuration', 'openidConfiguration', 200],
    ['/oauth2/authorize?client_id=nobody', 'oauthAuthorize', 400],
    ['/login/0123456789abcdef0123', 'loginPage', 404],
    ['/oauth2/nowhere', 'none', 404],
  ])('name the endpoint of %s', async (path, operationId, status) => {
    const answer = await hub.ask(path, { host: acme.host });
    expect(await linesOf(operationId)).toMatchObject([{ method: 'GET', status: answer.status }]);
    expect(answer.status).toBe(status);
    expect(await metrics()).toMatch(
      new RegExp(
        `platform_http_requests_total\\{[^}]*operation="${operationId}"[^}]*status="${status}"`,
      ),
    );
  });

  it('contain the service account and the resulting problem of a call', async () => {
    const tenants = hub.tenants();
    await tenants.GetTenant({ tenantId: acme.id }, { requestId: 'req_of_a_sibling', traceparent });
    await expect(
      tenants.GetTenant({ tenantId: acme.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    const [found, missing] = await linesOf('platform.hub.v1.Tenants/GetTenant', 2);
    expect(found).toMatchObject({
      msg: 'call',
      requestId: 'req_of_a_sibling',
      traceId,
      status: 'OK',
      outcome: 'success',
      caller: 'platform-operator',
      tenantId: acme.id,
    });
    expect(missing).toMatchObject({ status: 'NOT_FOUND', outcome: 'failure', code: 'not_found' });
    expect(await metrics()).toMatch(
      /platform_rpc_calls_total\{method="platform.hub.v1.Tenants\/GetTenant",status="NOT_FOUND",code="not_found",service="hub"\} 1/,
    );
  });
});

describe('failed client authentications', () => {
  interface Recorded {
    subject: { type: string; id: string };
    data: { code: string; outcome: string; details: Record<string, unknown> };
  }
  const recorded = async (): Promise<Recorded[]> => {
    const rows = await pod.platform.db.read(
      { tenantId: acme.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ event: Recorded }>(
          `SELECT envelope -> 'data' AS event FROM outbox WHERE subject LIKE 'audit.%.clientAuthentication' ORDER BY position`,
        ),
    );
    return rows.map(({ event }) => event);
  };

  it('are counted, and recorded once for many attempts', async () => {
    const before = (await recorded()).length;
    for (let i = 0; i < 5; i++) await hub.token({ ...acme, clientSecret: `guess-${i}` });
    await hub.ask('/oauth2/introspect', {
      host: acme.host,
      basic: [acme.clientId, 'guess'],
      form: { token: 'x' },
    });
    expect(await metrics()).toMatch(
      /hub_client_auth_failures_total\{endpoint="oauthIntrospect",client="known",service="hub"\} 1/,
    );
    const total = async (): Promise<number> =>
      (await recorded())
        .slice(before)
        .filter(({ subject }) => subject.id === acme.clientId)
        .reduce((sum, { data }) => sum + Number(data.details['attempts']), 0);
    await eventually(async () => (await total()) >= 6);
    const records = (await recorded()).slice(before);
    expect(records.length).toBeLessThan(6);
    expect(records[0]).toMatchObject({
      subject: { type: 'client', id: acme.clientId },
      data: { outcome: 'denied', code: 'invalid_client', sourceIp: expect.any(String) },
    });
    expect(JSON.stringify(records)).not.toContain('guess');
  });
});

describe('traces', () => {
  it('contain the request and its transactions, but nothing that was sent', async () => {
    const own = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    await hub.ask('/oauth2/token', {
      host: acme.host,
      basic: [acme.clientId, acme.clientSecret],
      form: { grant_type: 'client_credentials' },
      headers: { traceparent: `00-${own}-00f067aa0ba902b7-00` },
    });
    const spans = () => collector.spans.filter((span) => span.traceId === own);
    await eventually(() => spans().some(({ name }) => name === 'oauthToken'));
    const root = spans().find(({ name }) => name === 'oauthToken')!;
    expect(root).toMatchObject({ service: 'hub', kind: 2, parentSpanId: '00f067aa0ba902b7' });
    expect(root.attributes).toMatchObject({ 'http.request.method': 'POST' });
    expect(spans().some(({ name, kind }) => name.startsWith('hub ') && kind === 3)).toBe(true);
    expect(JSON.stringify(spans())).not.toContain(acme.clientSecret);
  });
});

describe('grpc.health.v1', () => {
  it('requires no token, and reports serving when ready, for the process and each service', async () => {
    await eventually(async () => (await rpcHealthAt(pod.rpcPort)) === 'SERVING');
    expect(await rpcHealthAt(pod.rpcPort, 'platform.hub.v1.Tenants')).toBe('SERVING');
    expect(await rpcHealthAt(pod.rpcPort, 'platform.hub.v1.Nobody')).toBe(5);
  });

  it("does not allow calls of the platform's own methods without a token", async () => {
    expect(await tokenlessStatus(pod.rpcPort, '/platform.hub.v1.Tenants/ListTenants')).toBe(16);
  });
});

describe('gRPC reflection', () => {
  it('lists the services only if it is enabled', async () => {
    expect(await reflectedServicesAt(pod.rpcPort)).toContain('platform.hub.v1.Tenants');
    const closed = await hub.startPod('second');
    await expect(reflectedServicesAt(closed.rpcPort)).rejects.toMatchObject({ code: 12 });
  });
});
