import { describe, expect, test } from 'vitest';
import { doneOf, inOrder, shareOf } from './job-order.ts';
import type { Job } from './job-queries.ts';

const job = (kind: Job['kind'], state: string, createdAt: string, more: object = {}) =>
  ({ kind, of: { id: `${kind} ${state}`, state, createdAt, ...more } }) as Job;

describe('jobs of the tray', () => {
  test('those that run come first, then the newest', () => {
    const jobs = [
      job('bulk', 'COMPLETED', '2026-01-03T00:00:00Z'),
      job('users', 'RUNNING', '2026-01-01T00:00:00Z'),
      job('audit', 'FAILED', '2026-01-04T00:00:00Z'),
      job('import', 'PENDING', '2026-01-02T00:00:00Z'),
    ];
    expect(inOrder(jobs).map(({ kind }) => kind)).toEqual(['import', 'users', 'audit', 'bulk']);
  });

  test.each<[string, Job, number | undefined]>([
    ['a bulk job', job('bulk', 'RUNNING', '', { progress: { done: 1, total: 4 } }), 0.25],
    ['a job without users', job('bulk', 'COMPLETED', '', { progress: { done: 0, total: 0 } }), 1],
    ['an export', job('users', 'RUNNING', '', { progress: { records: 3, total: 2 } }), 1],
    [
      'an export of many',
      job('users', 'RUNNING', '', { progress: { records: 3, total: null } }),
      undefined,
    ],
    ['an import', job('import', 'RUNNING', '', { progress: { read: 5, total: 10 } }), 0.5],
    ['a list of objects', job('objects', 'RUNNING', '', { scanned: 7 }), undefined],
  ])('the share of %s', (_what, of, share) => {
    expect(shareOf(of)).toBe(share);
  });

  test('counts in the units of the job', () => {
    expect(doneOf(job('objects', 'RUNNING', '', { scanned: 7 }))).toEqual({
      done: 7,
      total: undefined,
    });
  });
});
