import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, vi, test } from 'vitest';
import { limitBodyTime } from './body-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose head arrived `ago` milliseconds ago. */
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
  'the deadline of a body starts when its headers arrive: %i ms ago',
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

test('a body whose deadline has already passed is cut off immediately', () => {
  const { told, pass } = carrying(70_000);
  pass(1);
  expect(told).toEqual(['malformed_request']);
});

test('a body that is still being sent after the response loses its connection', () => {
  const { x, told, pass } = carrying(0);
  x.res.headersSent = true;
  pass(60_000);
  expect(told).toEqual(['destroyed']);
});

test.each(['complete', 'gone'])('a body that is %s is not cut off', (how) => {
  const { x, told, pass } = carrying(0);
  if (how === 'complete') x.req.complete = true;
  else x.req.emit('close');
  pass(60_000);
  expect([told, x.cutBy, vi.getTimerCount()]).toEqual([[], undefined, 0]);
});
