import { expect, test } from 'vitest';
import { accessLines, outcomeOfStatus } from './access-lines.ts';
import type { AccessLine } from './access-lines.ts';

const line: AccessLine = {
  operationId: 'fgaCheck',
  requestId: 'req_1',
  traceId: 'a'.repeat(32),
  method: 'POST',
  status: 200,
  outcome: 'success',
  durationMs: 1.23456,
  notes: { clientId: 'app', tenantId: 'tnt_1' },
};

function staged(perSecond: number) {
  const written: Record<string, unknown>[] = [];
  const clock = { ms: 0 };
  const lines = accessLines({
    log: { info: (fields, msg) => void written.push({ ...fields, msg }) },
    perSecond,
    now: () => clock.ms,
  });
  return {
    written,
    clock,
    write: (more: Partial<AccessLine> = {}) => lines.write('request', { ...line, ...more }),
  };
}

test('logs the known properties of a request and omits the others', () => {
  const { written, write } = staged(10);
  write();
  expect(JSON.parse(JSON.stringify(written))).toEqual([
    {
      requestId: 'req_1',
      traceId: 'a'.repeat(32),
      method: 'POST',
      operationId: 'fgaCheck',
      status: 200,
      outcome: 'success',
      tenantId: 'tnt_1',
      clientId: 'app',
      durationMs: 1.235,
      msg: 'request',
    },
  ]);
});

test('omits successful requests of a busy operation and counts them in its next line', () => {
  const { written, clock, write } = staged(2);
  for (let i = 0; i < 7; i++) write();
  write({ operationId: 'fgaExpand' });
  expect(written.map((w) => w['operationId'])).toEqual(['fgaCheck', 'fgaCheck', 'fgaExpand']);
  clock.ms = 1_000;
  write();
  write();
  expect(written.slice(3).map((w) => w['skipped'])).toEqual([5, undefined]);
});

test('always writes failures and slow requests', () => {
  const { written, write } = staged(1);
  write();
  write({ outcome: 'failure', status: 500 });
  write({ outcome: 'denied', status: 403 });
  write({ durationMs: 1_000 });
  write();
  expect(written.map((w) => w['status'])).toEqual([200, 500, 403, 200]);
});

test('logs everything if there is no limit', () => {
  const { written, write } = staged(0);
  for (let i = 0; i < 100; i++) write();
  expect(written).toHaveLength(100);
});

test.each([
  [204, 'success'],
  [304, 'success'],
  [401, 'denied'],
  [403, 'denied'],
  [404, 'failure'],
  [503, 'failure'],
])('%d is %s', (status, outcome) => expect(outcomeOfStatus(status)).toBe(outcome));
