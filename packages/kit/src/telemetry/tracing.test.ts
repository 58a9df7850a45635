import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testCollector } from '@platform/testkit/trace-collector';
import type { TestCollector } from '@platform/testkit/trace-collector';
import { currentScope, outsideScope } from './request-scope.ts';
import { SpanKind, inSpan, runEntry, startTracing } from './telemetry.ts';
import type { Entry, Tracing } from './telemetry.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const entry: Entry = {
  name: 'userDirectoryCreate',
  kind: SpanKind.SERVER,
  requestId: 'req_1',
  traceparent: `00-${traceId}-${callerSpan}-00`,
  access: {},
};
const write = { name: 'directory write', kind: SpanKind.CLIENT };

let collector: TestCollector;
beforeEach(async () => (collector = await testCollector()));
afterEach(() => collector.stop());

const start = async (more: { sampleRatio?: number; headers?: Record<string, string> } = {}) =>
  (await startTracing({
    endpoint: collector.endpoint,
    sampleRatio: 1,
    service: 'directory',
    version: '1.2.3',
    ...more,
  })) as Tracing;

describe('a traced request', () => {
  test('is a child span of the caller’s, with a child span for each step', async () => {
    const tracing = await start({ headers: { authorization: 'Bearer of-the-collector' } });
    const seen: (string | undefined)[] = [];
    await runEntry(tracing, entry, async () => {
      seen.push(currentScope()?.traceparent);
      await inSpan(write, async () => void seen.push(currentScope()?.traceparent));
    });
    await tracing.close();
    const [inner, outer] = collector.spans;
    expect(outer).toMatchObject({
      service: 'directory',
      name: 'userDirectoryCreate',
      kind: 2,
      traceId,
      parentSpanId: callerSpan,
      isFailed: false,
    });
    expect(inner).toMatchObject({
      name: 'directory write',
      kind: 3,
      traceId,
      parentSpanId: outer!.spanId,
    });
    // Siblings receive the innermost span.
    expect(seen).toEqual([
      `00-${traceId}-${outer!.spanId}-01`,
      `00-${traceId}-${inner!.spanId}-01`,
    ]);
    expect(collector.headers().authorization).toBe('Bearer of-the-collector');
  });

  test('records that it failed, but not the error message', async () => {
    const tracing = await start();
    const failing = runEntry(tracing, entry, () =>
      inSpan(write, async () => {
        throw Object.assign(new Error('ada@example.com exists'), { code: 'already_exists' });
      }),
    );
    await expect(failing).rejects.toThrow('ada@example.com exists');
    await tracing.close();
    expect(
      collector.spans.map(({ isFailed, attributes }) => [isFailed, attributes['error.type']]),
    ).toEqual([
      [true, 'already_exists'],
      [true, 'already_exists'],
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain('ada');
  });

  test('does not include work that it only triggers', async () => {
    const tracing = await start();
    await runEntry(tracing, entry, async () => {
      await outsideScope(() => inSpan(write, async () => undefined));
    });
    await tracing.close();
    expect(collector.spans.map(({ name }) => name)).toEqual(['userDirectoryCreate']);
  });
});

test('a trace that is not sampled is passed on, and nothing is recorded', async () => {
  const tracing = await start({ sampleRatio: 0 });
  await runEntry(tracing, { ...entry, traceparent: `00-${traceId}-${callerSpan}-01` }, async () => {
    expect(currentScope()?.tracing).toBeUndefined();
    expect(currentScope()?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    await inSpan(write, async (span) => expect(span).toBeUndefined());
  });
  await tracing.close();
  expect(collector.spans).toEqual([]);
});

test.each([
  undefined,
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-${callerSpan}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
])('a request without a valid trace context (%s) starts a new trace', async (traceparent) => {
  const tracing = await start();
  await runEntry(tracing, { ...entry, traceparent }, async () => undefined);
  await tracing.close();
  const [span] = collector.spans;
  expect(span!.parentSpanId).toBeUndefined();
  expect(span!.traceId).not.toBe(traceId);
});

test('without an endpoint, nothing is traced, and the trace context is passed on unchanged', async () => {
  const tracing = await startTracing({ endpoint: '', sampleRatio: 1, service: 'x', version: '1' });
  expect(tracing).toBeUndefined();
  await runEntry(tracing, entry, async (span) => {
    expect(span).toBeUndefined();
    expect(currentScope()?.traceparent).toBe(entry.traceparent);
    await inSpan(write, async (inner) => expect(inner).toBeUndefined());
  });
});

test('an unavailable collector has no effect', async () => {
  const away = await testCollector();
  await away.stop();
  const tracing = (await startTracing({
    endpoint: away.endpoint,
    sampleRatio: 1,
    service: 'directory',
    version: '1',
  })) as Tracing;
  expect(await runEntry(tracing, entry, async () => 'done')).toBe('done');
  await tracing.close();
});
