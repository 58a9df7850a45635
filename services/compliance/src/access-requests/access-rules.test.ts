import { describe, expect, test } from 'vitest';
import { peerOutcomeOf } from './access-job.ts';
import type { AccessPartRecord } from './access-store.ts';
import { isEmptyAnswer } from './part-fetch.ts';

type Status = AccessPartRecord['status'];

test.each<[Status[], string]>([
  [['ok', 'ok', 'ok'], 'COMPLETED'],
  [['ok', 'empty', 'disabled'], 'COMPLETED'],
  [['empty', 'empty', 'empty'], 'COMPLETED'],
  [['disabled', 'disabled', 'disabled'], 'COMPLETED'],
  [['ok', 'failed', 'disabled'], 'PARTIAL'],
  [['empty', 'failed', 'failed'], 'PARTIAL'],
  [['failed', 'failed', 'failed'], 'FAILED'],
  [['failed', 'disabled', 'disabled'], 'FAILED'],
])('a request with the parts %s is %s', (statuses, expected) =>
  expect(peerOutcomeOf(statuses.map((status) => ({ status })))).toBe(expected),
);

describe('isEmptyAnswer', () => {
  test.each([
    [{ sections: {} }, true],
    [{ sections: { sessions: [], password: null, profile: {} } }, true],
    [{ sections: { sessions: [], password: { set: false } } }, false],
    [{ sections: { count: 0 } }, false],
    [{}, false],
    [{ sections: null }, false],
  ])('%j is empty: %s', (document, expected) =>
    expect(isEmptyAnswer(JSON.stringify(document))).toBe(expected),
  );

  test('content that is not JSON is kept unchanged', () =>
    expect(isEmptyAnswer('<html>')).toBe(false));
});
