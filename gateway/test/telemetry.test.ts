import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { testCollector } from '@platform/testkit/trace-collector';
import type { TestCollector } from '@platform/testkit/trace-collector';
import { stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';

const users = '/api/v1/directory/users';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';

let platform: Stage;
let collector: TestCollector;
let gateway: StagedGateway;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  [platform, collector] = await Promise.all([stage(), testCollector()]);
  gateway = await platform.start(
    {
      'platform.tracing.endpoint': collector.endpoint,
      'platform.tracing.sample-percent': '100',
    },
    { accessLog: { info: (fields) => void lines.push({ ...fields }) } },
  );
});
afterAll(async () => {
  await platform?.stop();
  await collector?.stop();
});

const lineOf = async (requestId: string): Promise<Record<string, unknown>> => {
  const found = () => lines.find((line) => line['requestId'] === requestId);
  await eventually(() => found() !== undefined);
  return found()!;
};

describe('the problem of a service', () => {
  it('appears with its code in metrics and the access log, and its header is removed', async () => {
    const usual = platform.directory.answer;
    platform.directory.answer = (_req, res) =>
      void res
        .writeHead(409, {
          'content-type': 'application/problem+json',
          'x-platform-problem-code': 'already_exists',
        })
        .end('{"code":"already_exists"}');
    const answer = await gateway.call(users, {
      headers: { 'x-request-id': 'problem-of-directory' },
    });
    platform.directory.answer = usual;
    expect(answer.status).toBe(409);
    expect(answer.headers).not.toHaveProperty('x-platform-problem-code');
    expect(await lineOf('problem-of-directory')).toMatchObject({ code: 'already_exists' });
    expect(await gateway.metrics()).toMatch(
      /gateway_requests_total\{operation="userDirectoryList",method="GET",status="409",code="already_exists",service="gateway"\} 1/,
    );
  });

  it('is no label when it is not one of the platform’s codes', async () => {
    const usual = platform.directory.answer;
    platform.directory.answer = (_req, res) =>
      void res.writeHead(409, { 'x-platform-problem-code': 'anything-at-all' }).end();
    await gateway.call(users, { headers: { 'x-request-id': 'problem-of-nobody' } });
    platform.directory.answer = usual;
    expect((await lineOf('problem-of-nobody'))['code']).toBeUndefined();
    expect(await gateway.metrics()).not.toContain('anything-at-all');
  });
});

it('counts each request once in each histogram', async () => {
  const count = async (name: string): Promise<number> => {
    const sample = new RegExp(`${name}_count\\{[^}]*operation="userDirectoryGet"[^}]*\\} (\\d+)`);
    return Number(sample.exec(await gateway.metrics())?.[1] ?? 0);
  };
  for (let i = 0; i < 3; i++) await gateway.call(`${users}/usr_01h455vb4pex5vsknk084sn02q`);
  for (const name of ['request', 'own', 'upstream'])
    await eventually(async () => (await count(`gateway_${name}_duration_seconds`)) === 3);
});

it('reports the build and the readiness checks', async () => {
  const metrics = await gateway.metrics();
  expect(metrics).toMatch(
    /platform_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+",revision="unknown",service="gateway"\} 1/,
  );
  await eventually(async () =>
    /platform_ready\{check="keys",service="gateway"\} 1/.test(await gateway.metrics()),
  );
});

describe('traces', () => {
  it('continue the caller’s trace, and the service continues the gateway’s', async () => {
    await gateway.call(users, {
      headers: { traceparent: `00-${traceId}-${callerSpan}-00`, tracestate: 'vendor=1' },
    });
    const sent = platform.directory.last().headers;
    const [, sentTrace, sentSpan, flags] = String(sent['traceparent']).split('-');
    expect([sentTrace, flags, sent['tracestate']]).toEqual([traceId, '01', 'vendor=1']);
    const span = () => collector.spans.find((one) => one.spanId === sentSpan);
    await eventually(() => span() !== undefined);
    expect(span()).toMatchObject({
      service: 'gateway',
      name: 'userDirectoryList',
      kind: 2,
      traceId,
      parentSpanId: callerSpan,
      isFailed: false,
    });
    expect(span()!.attributes).toMatchObject({
      'http.request.method': 'GET',
      'platform.upstream': 'directory',
    });
  });

  it('hold no query and no token', async () => {
    const { headers } = platform.directory.last();
    await gateway.call(`${users}?email=ada@example.com`);
    await eventually(() => collector.spans.length >= 7);
    const told = JSON.stringify(collector.spans);
    expect(told).not.toContain('ada@example');
    expect(told).not.toContain(String(headers['authorization']).slice(7));
  });
});
