import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { highestOverride, overriddenLimit, rateHeaders, rateShare, rateWindows } from './rate.ts';
import type { RateCheck, RateCounts, RateShare, RateVerdict, RateWindows } from './rate.ts';
import { parseList } from 'structured-headers';

const start = 1_795_153_260_000;
const clock = (): { now: () => number; at: (seconds: number) => void } => {
  let millis = start;
  return { now: () => millis, at: (seconds) => void (millis = start + seconds * 1000) };
};
const tenant = (limit: number, key = 'tnt_a'): RateCheck => ({ name: 'tenant', key, limit });
const takeMany = (windows: RateWindows, times: number, ...checks: RateCheck[]): number =>
  Array.from({ length: times }, () => windows.take(checks)).filter(({ allowed }) => allowed).length;

describe('rateWindows', () => {
  test('starts its minutes on the minute', () => expect(start % 60_000).toBe(0));

  test('allows requests up to the limit within a minute and rejects the rest', () => {
    const { now } = clock();
    const windows = rateWindows({ now });
    expect(takeMany(windows, 8, tenant(5))).toBe(5);
    expect(takeMany(windows, 8, tenant(5, 'tnt_b'))).toBe(5);
  });

  test.each<[number, number]>([
    [60, 1],
    [75, 3],
    [90, 5],
    [105, 8],
    [119.9, 10],
    [120, 10],
  ])('admits, %d s after a minute with 10 requests, %d more', (second, more) => {
    const { now, at } = clock();
    const windows = rateWindows({ now });
    takeMany(windows, 10, tenant(10));
    at(second);
    // At the very start of the next minute, the previous one still counts in full.
    expect(takeMany(windows, 20, tenant(10))).toBe(second === 60 ? 0 : more);
  });

  test('admits a request exactly if its estimate is below the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(15_000), { maxLength: 200 }),
        (limit, gaps) => {
          const { now, at } = clock();
          const windows = rateWindows({ now });
          const admitted: number[] = [];
          let millis = 0;
          for (const gap of gaps) {
            millis += gap;
            at(millis / 1000);
            const minute = Math.floor(millis / 60_000);
            const inMinute = (which: number): number =>
              admitted.filter((time) => Math.floor(time / 60_000) === which).length;
            const estimate =
              inMinute(minute) + inMinute(minute - 1) * (1 - (millis % 60_000) / 60_000);
            const { allowed, nearest, retryAfterSeconds } = windows.take([tenant(limit)]);
            fc.pre(Math.abs(estimate - limit) > 1e-6 || Number.isInteger(estimate));
            expect(allowed).toBe(estimate < limit);
            expect(nearest?.remaining).toBe(
              allowed ? Math.max(0, Math.ceil(limit - estimate - 1)) : 0,
            );
            expect(retryAfterSeconds >= 1).toBe(!allowed);
            if (allowed) admitted.push(millis);
          }
        },
      ),
    );
  });

  test('reports when to retry, and allows the request exactly then', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.nat(40),
        fc.integer({ min: 0, max: 119 }),
        (limit, more, second) => {
          const { now, at } = clock();
          const windows = rateWindows({ now });
          for (let i = 0; i < limit + more; i += 1) windows.count([tenant(limit)]);
          at(second);
          const { allowed, retryAfterSeconds } = windows.check([tenant(limit)]);
          if (allowed) return;
          at(second + retryAfterSeconds);
          expect(windows.check([tenant(limit)]).allowed).toBe(true);
          at(second + retryAfterSeconds - 1);
          expect(windows.check([tenant(limit)]).allowed).toBe(false);
        },
      ),
    );
  });

  test('does not count a request that any limit rejects', () => {
    const { now } = clock();
    const windows = rateWindows({ now });
    const client: RateCheck = { name: 'client', key: 'c', limit: 1 };
    windows.take([tenant(5), client]);
    takeMany(windows, 3, tenant(5), client);
    expect(windows.check([tenant(5)]).nearest).toEqual({
      name: 'tenant',
      limit: 5,
      remaining: 4,
      resetSeconds: 60,
    });
    expect(windows.take([tenant(5), client]).nearest?.name).toBe('client');
  });

  test('names the limit with the fewest requests left', () => {
    const windows = rateWindows({ now: clock().now });
    expect(
      windows.take([
        tenant(60),
        { name: 'client', key: 'c', limit: 30 },
        { name: 'ip', key: 'i', limit: 40 },
      ]).nearest?.name,
    ).toBe('client');
  });

  test('treats 0 as no limit', () => {
    const windows = rateWindows({ now: clock().now });
    expect(takeMany(windows, 1000, tenant(0))).toBe(1000);
    expect(windows.take([tenant(0)])).toEqual({
      allowed: true,
      nearest: null,
      retryAfterSeconds: 0,
    });
  });

  test('checks without counting and counts without checking', () => {
    const windows = rateWindows({ now: clock().now });
    for (let i = 0; i < 9; i += 1) windows.check([tenant(2)]);
    windows.count([tenant(2)]);
    expect(windows.check([tenant(2)]).nearest?.remaining).toBe(1);
    windows.count([tenant(2)]);
    expect(windows.check([tenant(2)]).allowed).toBe(false);
  });

  test('drops the least recently used key beyond the maximum number', () => {
    const windows = rateWindows({ now: clock().now, maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) windows.take([tenant(1, key)]);
    expect(windows.take([tenant(1, 'a')]).allowed).toBe(true);
    expect(windows.take([tenant(1, 'c')]).allowed).toBe(false);
  });
});

describe('rateWindows shared', () => {
  const bus = (): { join: () => RateShare; sent: RateCounts[]; away: (is: boolean) => void } => {
    const listeners: ((counts: RateCounts) => void)[] = [];
    const sent: RateCounts[] = [];
    let isAway = false;
    const join = (): RateShare => ({
      isConnected: () => !isAway,
      publish(counts) {
        sent.push(counts);
        for (const listener of listeners) listener(structuredClone(counts));
      },
      onCounts: (listener) => void listeners.push(listener),
    });
    return { join, sent, away: (is) => void (isAway = is) };
  };
  const pods = (
    names: string[],
    now: () => number,
    on = bus(),
  ): { on: ReturnType<typeof bus>; all: RateWindows[]; [Symbol.dispose]: () => void } => {
    const all = names.map((pod) => rateWindows({ now, pod, share: on.join() }));
    return { on, all, [Symbol.dispose]: () => all.forEach((windows) => windows.close()) };
  };
  const withPods = (
    count: number,
    run: (all: RateWindows[], on: ReturnType<typeof bus>, at: (seconds: number) => void) => void,
  ): void => {
    const { now, at } = clock();
    const {
      all,
      on,
      [Symbol.dispose]: close,
    } = pods(
      Array.from({ length: count }, (_, i) => `pod-${i}`),
      now,
    );
    try {
      run(all, on, at);
    } finally {
      close();
    }
  };

  test('adds the counts of the other pods', () =>
    withPods(2, ([a, b]) => {
      takeMany(a!, 60, tenant(100));
      a!.flush();
      expect(takeMany(b!, 100, tenant(100))).toBe(40);
      // The rejection itself made the other pod publish its counts to the first.
      expect(a!.take([tenant(100)]).allowed).toBe(false);
    }));

  test('sends absolute counts of changed keys above a tenth, once', () =>
    withPods(2, ([a], on) => {
      takeMany(a!, 10, tenant(100));
      takeMany(a!, 11, tenant(100, 'tnt_b'));
      a!.flush();
      a!.flush();
      expect(on.sent).toEqual([{ pod: 'pod-0', counts: [['tenant tnt_b', start / 60_000, 11]] }]);
      takeMany(a!, 1, tenant(100));
      a!.flush();
      expect(on.sent[1]?.counts).toEqual([['tenant tnt_a', start / 60_000, 11]]);
    }));

  test('reports a limit once, not for each rejected request', () =>
    withPods(2, ([a], on) => {
      takeMany(a!, 50, tenant(5));
      expect(on.sent).toHaveLength(1);
    }));

  test('keeps the last counts of a minute for the next one, and drops them after two', () =>
    withPods(2, ([a, b], _, at) => {
      takeMany(a!, 80, tenant(100));
      at(60);
      takeMany(a!, 11, tenant(100));
      a!.flush();
      expect(b!.check([tenant(100)]).nearest?.remaining).toBe(9);
      at(120);
      expect(b!.check([tenant(100)]).nearest?.remaining).toBe(89);
      at(180);
      expect(b!.check([tenant(100)]).nearest?.remaining).toBe(100);
    }));

  test('limits on its own while NATS is unavailable, and sends the missed counts later', () =>
    withPods(2, ([a, b], on) => {
      on.away(true);
      expect(takeMany(a!, 200, tenant(100))).toBe(100);
      a!.flush();
      on.away(false);
      a!.flush();
      expect(b!.take([tenant(100)]).allowed).toBe(false);
    }));

  test('resends earlier counts after NATS was unavailable, even if nothing has changed', () =>
    withPods(2, ([a], on) => {
      takeMany(a!, 50, tenant(100));
      a!.flush();
      on.away(true);
      a!.flush();
      a!.flush();
      on.away(false);
      a!.flush();
      a!.flush();
      expect(on.sent.map(({ counts }) => counts)).toEqual([
        [['tenant tnt_a', start / 60_000, 50]],
        [['tenant tnt_a', start / 60_000, 50]],
      ]);
    }));

  test('resends a message that could not be sent', () => {
    const sent: RateCounts[] = [];
    let fails = true;
    const windows = rateWindows({
      now: clock().now,
      share: {
        isConnected: () => true,
        onCounts: () => undefined,
        publish(counts) {
          if (fails) throw new Error('closed');
          sent.push(counts);
        },
      },
    });
    takeMany(windows, 50, tenant(100));
    windows.flush();
    fails = false;
    windows.flush();
    windows.close();
    expect(sent).toHaveLength(1);
  });

  test('sends counts immediately when a lower limit makes them relevant', () =>
    withPods(2, ([a, b], on) => {
      takeMany(a!, 50, tenant(1000));
      a!.flush();
      expect(on.sent).toHaveLength(0);
      expect(a!.take([tenant(20)]).allowed).toBe(false);
      expect(b!.take([tenant(20)]).allowed).toBe(false);
      expect(b!.take([tenant(1000)]).nearest?.remaining).toBe(949);
    }));

  test('keeps messages below the maximum size of NATS', () =>
    withPods(1, ([a], on) => {
      for (let i = 0; i < 5_001; i += 1) a!.take([tenant(5, `tnt_${i}`)]);
      a!.flush();
      expect(on.sent.map(({ counts }) => counts.length)).toEqual([2000, 2000, 1001]);
    }));

  test('exceeds the limit by at most the requests that other pods admit between two messages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 12 })), { maxLength: 60 }),
        (count, bursts) => {
          withPods(count, (all) => {
            let [total, largestRound] = [0, 0];
            for (const [which, size] of bursts) {
              const admitted = takeMany(all[which % count]!, size, tenant(50));
              total += admitted;
              largestRound = Math.max(largestRound, admitted);
              all.forEach((windows) => windows.flush());
            }
            // Each pod keeps counts of up to a tenth of the limit to itself.
            expect(total).toBeLessThanOrEqual(50 + (count - 1) * (largestRound + 5));
          });
        },
      ),
    );
  });

  test('ignores messages with implausible times', () =>
    withPods(2, ([a, b], on) => {
      const far: RateCounts = {
        pod: 'pod-9',
        counts: [
          ['tenant tnt_a', start / 60_000 + 2, 1e9],
          ['tenant tnt_a', start / 60_000, Number.NaN],
        ],
      };
      on.join().publish(far);
      expect([a, b].map((windows) => windows!.take([tenant(5)]).allowed)).toEqual([true, true]);
    }));

  test('publishes automatically within 200 ms', async () => {
    const { all, on, [Symbol.dispose]: close } = pods(['a', 'b'], clock().now);
    takeMany(all[0]!, 20, tenant(100));
    await new Promise((resolve) => setTimeout(resolve, 300));
    close();
    expect(on.sent).toHaveLength(1);
  });
});

describe('rateShare', () => {
  test("is shared over the service's hints", () => {
    const hints: unknown[] = [];
    let hear: (payload: unknown) => void = () => undefined;
    let isConnected = true;
    const share = rateShare({
      isConnected: () => isConnected,
      hint: (...hint) => void hints.push(hint),
      onHint: (name, listen) => void (hear = (payload) => listen(payload, name)),
    });
    const heard: RateCounts[] = [];
    share.onCounts((counts) => heard.push(counts));
    const counts: RateCounts = { pod: 'a', counts: [['k', 1, 2]] };
    share.publish(counts);
    hear(counts);
    expect([hints, heard, share.isConnected()]).toEqual([[['ratelimit', counts]], [counts], true]);
    isConnected = false;
    expect(share.isConnected()).toBe(false);
  });
});

describe('overriddenLimit', () => {
  test.each<[string, number, number | undefined, number]>([
    ['none: as configured', 100, undefined, 100],
    ['lower', 100, 3, 3],
    ['higher', 100, 999, 999],
    ['ten times', 100, 1000, 1000],
    ['above ten times: capped', 100, 1001, 1000],
    ['0 lifts nothing', 100, 0, 100],
    ['negative lifts nothing', 100, -1, 100],
    ['where nothing is limited, any', 0, 1_000_000, 1_000_000],
    ['nothing and 0', 0, 0, 0],
    ['nothing and none', 0, undefined, 0],
  ])('%s', (_what, configured, override, limit) =>
    expect(overriddenLimit(configured, override)).toBe(limit),
  );

  test('never removes a limit, nor exceeds the maximum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.option(fc.integer(), { nil: undefined }),
        (configured, override) => {
          const limit = overriddenLimit(configured, override);
          expect(limit).toBeGreaterThan(0);
          expect(limit).toBeLessThanOrEqual(Math.max(configured, highestOverride(configured)));
        },
      ),
    );
  });
});

describe('rateHeaders', () => {
  const verdict: RateVerdict = {
    allowed: false,
    nearest: { name: 'tenant', limit: 6000, remaining: 0, resetSeconds: 12 },
    retryAfterSeconds: 12,
  };
  test('writes the structured fields, the older ones and, for a rejected request, Retry-After', () => {
    expect(rateHeaders(verdict)).toEqual({
      'RateLimit-Policy': '"tenant";q=6000;w=60',
      RateLimit: '"tenant";r=0;t=12',
      'RateLimit-Limit': '6000',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '12',
      'Retry-After': '12',
    });
  });
  test('writes fields that a structured field parser accepts', () => {
    const headers = rateHeaders(verdict);
    expect(parseList(headers['RateLimit-Policy'] as string)).toEqual([
      [
        'tenant',
        new Map([
          ['q', 6000],
          ['w', 60],
        ]),
      ],
    ]);
    expect(parseList(headers['RateLimit'] as string)).toEqual([
      [
        'tenant',
        new Map([
          ['r', 0],
          ['t', 12],
        ]),
      ],
    ]);
  });
  test('omits Retry-After for an allowed request, and all headers if no limit applies', () => {
    expect(rateHeaders({ ...verdict, allowed: true })).not.toHaveProperty('Retry-After');
    expect(rateHeaders({ allowed: true, nearest: null, retryAfterSeconds: 0 })).toEqual({});
  });
});
