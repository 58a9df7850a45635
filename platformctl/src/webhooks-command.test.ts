import { expect, test } from 'vitest';
import type { DeliveryExplanation__Output } from '@platform/protos';
import { explanationLines } from './webhooks-command.ts';

const delivery: DeliveryExplanation__Output = {
  id: 'whd_1',
  tenantId: 'tnt_1',
  endpointId: 'whe_1',
  eventId: 'evt_1',
  eventType: 'user.created',
  status: 'pending',
  reason: '',
  attemptCount: 1,
  createdAt: '2026-11-20T05:41:00.000Z',
  nextAttemptAt: '2026-11-20T05:46:00.000Z',
  expiresAt: '2026-11-23T05:41:00.000Z',
  completedAt: '',
  blockedBy: [{ reason: 'circuit_open', until: '2026-11-20T05:46:00.000Z' }],
  attempts: [
    {
      number: 1,
      startedAt: '2026-11-20T05:41:01.000Z',
      trigger: 'scheduled',
      url: 'https://example.com/hook',
      durationMs: 120,
      outcome: 'failed',
      error: 'http_status',
      responseStatus: 500,
    },
  ],
};
const text = (change: Partial<DeliveryExplanation__Output>): string =>
  explanationLines({ ...delivery, ...change }).join('\n');

test('explains what blocks an open delivery, until when, and how to fix it', () => {
  expect(text({})).toContain('next attempt:  2026-11-20T05:46:00.000Z');
  expect(text({})).toContain('blocked by:    circuit_open until 2026-11-20T05:46:00.000Z');
  expect(text({})).toContain('The receiver must be fixed');
  expect(text({})).toMatch(/^1 +2026-11-20T05:41:01.000Z +failed +500 +http_status +120 ms/m);
});

test('says that nothing blocks it', () => {
  expect(text({ blockedBy: [] })).toContain('blocked by:    nothing');
});

test('says how a delivery ended', () => {
  const ended = { status: 'dead_lettered', reason: 'exhausted', nextAttemptAt: '', blockedBy: [] };
  expect(text(ended)).toContain(
    'dead_lettered: exhausted. All attempts of the retry schedule failed.',
  );
  expect(text(ended)).not.toContain('next attempt');
});

test('shows an unknown reason unchanged', () => {
  expect(text({ blockedBy: [{ reason: 'new_reason', until: '' }] })).toContain(
    'blocked by:    new_reason\n',
  );
});
