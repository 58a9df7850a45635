import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, vi, test } from 'vitest';
import { limitBodyTime } from './body-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose head came `ago` milliseconds ago. */
function carrying(ago: number) {
  const told: string[] = [];
  const req = Object.assign(new EventEmitter(), {
    complete: false,
    socket: { destroy: () => void told.push('destroyed') },
  });
  const x = {
    req,
    res: { headersSent: false },
    startedAt: performance.now() - ago,
    cutBy: undefined as Error | undefined,
    underWay: { cut: (error?: Error) => void told.push((error as { code?: string }).code ?? '') },
  };
  limitBodyTime(x as never, 60_000);
  return { x, told, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

test.each([0, 100, 59_000])(
  'a body has its time from the arrival of its head: %i ms ago',
  (ago) => {
    const { x, told, pass } = carrying(ago);
    pass(60_000 - ago - 1);
    expect(told).toEqual([]);
    pass(1);
    expect([told, (x.cutBy as { code?: string } | undefined)?.code]).toEqual([
      ['malformed_request'],
      'malformed_request',
    ]);
  },
);

test('one whose time was over before it was looked at is cut at once', () => {
  const { told, pass } = carrying(70_000);
  pass(1);
  expect(told).toEqual(['malformed_request']);
});

test('one that is still sent after its answer loses its connection', () => {
  const { x, told, pass } = carrying(0);
  x.res.headersSent = true;
  pass(60_000);
  expect(told).toEqual(['destroyed']);
});

test.each(['complete', 'gone'])('one that is %s is left alone', (how) => {
  const { x, told, pass } = carrying(0);
  if (how === 'complete') x.req.complete = true;
  else x.req.emit('close');
  pass(60_000);
  expect([told, x.cutBy, vi.getTimerCount()]).toEqual([[], undefined, 0]);
});
