import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { pollAt } from './poll-pace.ts';
import type { PollState } from './poll-pace.ts';

const state = (more: Partial<PollState> = {}): PollState => ({
  answeredAt: 100_000,
  intervalSeconds: 5,
  slowedAt: null,
  ...more,
});

describe('pollAt', () => {
  it('never throttles the first poll', () => {
    expect(pollAt(undefined, 7)).toEqual({
      slowDown: false,
      next: { answeredAt: 7, intervalSeconds: 5, slowedAt: null },
    });
  });

  it.each([
    ['a poll at the interval', 105_000, {}, false, 5],
    ['a poll a second before the interval', 104_000, {}, false, 5],
    ['an earlier poll', 103_999, {}, true, 10],
    ['an early poll within a minute of the last growth', 103_999, { slowedAt: 50_000 }, true, 5],
    ['an early poll a minute after the last growth', 103_999, { slowedAt: 43_999 }, true, 10],
    [
      'a poll at the initial interval after it has grown',
      105_000,
      { intervalSeconds: 10, slowedAt: 99_000 },
      true,
      10,
    ],
    ['a poll at the grown interval', 109_000, { intervalSeconds: 10, slowedAt: 99_000 }, false, 5],
    ['a poll at a longer interval', 115_000, { intervalSeconds: 15, slowedAt: 99_000 }, false, 10],
  ])('decides about %s', (_name, now, more, slowDown, interval) => {
    const answer = pollAt(state(more), now);
    expect([answer.slowDown, answer.next.intervalSeconds]).toEqual([slowDown, interval]);
    expect(answer.next.answeredAt).toBe(slowDown ? 100_000 : now);
  });

  it('slows down a device that polls at the initial interval only around one early poll', () => {
    let known = pollAt(undefined, 0).next;
    const polls = [3_000, 8_000, 13_000, 18_000, 23_000, 28_000, 33_000].map((now) => {
      const { slowDown, next } = pollAt(known, now);
      known = next;
      return slowDown;
    });
    expect(polls).toEqual([true, true, false, false, false, false, false]);
  });

  it('accepts a device that keeps to its interval', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 40 }), (early) => {
        let now = 0;
        let known = pollAt(undefined, now).next;
        for (const pause of early) {
          now += pause;
          known = pollAt(known, now).next;
        }
        now += known.intervalSeconds * 1000;
        expect(pollAt(known, now).slowDown).toBe(false);
      }),
    );
  });
});
