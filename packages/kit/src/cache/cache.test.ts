import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { asyncCache } from './cache.ts';

const people = ['anne', 'bob'] as const;
const later = async <T>(answer: T): Promise<T> => answer;
const settled = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

describe('answers', () => {
  test('are fetched once for concurrent callers, cached, and fetched again after they expire', async () => {
    let now = 0;
    let asked = 0;
    const kept = asyncCache({
      fetch: () => later(++asked),
      keyOf: (q: string) => q,
      ttlMs: 10,
      now: () => now,
    });
    expect(await Promise.all([kept.get('a'), kept.get('a')])).toEqual([1, 1]);
    now = 9;
    expect(kept.get('a')).toBe(1);
    now = 10;
    expect(await kept.get('a')).toBe(2);
  });

  test('expire relative to the start of the fetch', async () => {
    let now = 0;
    let asked = 0;
    const kept = asyncCache({
      fetch: async () => {
        now += 7;
        return ++asked;
      },
      keyOf: (q: string) => q,
      ttlMs: 10,
      now: () => now,
    });
    expect(await kept.get('a')).toBe(1);
    now = 9;
    expect(kept.get('a')).toBe(1);
    now = 10;
    expect(await kept.get('a')).toBe(2);
  });

  test('are not cached with a lifetime of 0, and errors never are', async () => {
    let asked = 0;
    const kept = asyncCache({
      fetch: async () => {
        if (++asked === 3) throw new Error('away');
        return asked;
      },
      keyOf: (q: string) => q,
      ttlMs: (n) => (n === 1 ? 0 : 10),
      now: () => 0,
    });
    expect(await kept.get('a')).toBe(1);
    expect(await kept.get('a')).toBe(2);
    kept.invalidate('a');
    await expect(kept.get('a')).rejects.toThrow('away');
    expect(await kept.get('a')).toBe(4);
    expect(kept.get('a')).toBe(4);
  });

  test('are refreshed before they expire while the old value is served; errors are then ignored', async () => {
    let now = 0;
    let asked = 0;
    const kept = asyncCache({
      fetch: async () => {
        if (++asked === 2) throw new Error('away');
        return asked;
      },
      keyOf: (q: string) => q,
      ttlMs: 10_000,
      refreshMs: () => 5_000,
      now: () => now,
    });
    await kept.get('a');
    now = 5_000;
    expect(kept.get('a')).toBe(1);
    await settled();
    now = 5_999;
    expect([kept.get('a'), asked]).toEqual([1, 2]);
    now = 6_000;
    expect([kept.get('a'), asked]).toEqual([1, 3]);
    await settled();
    expect(kept.get('a')).toBe(3);
  });

  test('are evicted in least-recently-used order, together with their tags', async () => {
    const kept = asyncCache({
      fetch: (q: string) => later(q),
      keyOf: (q) => q,
      tagsOf: () => ['all'],
      ttlMs: 10,
      max: 2,
      now: () => 0,
    });
    for (const q of ['a', 'b', 'c']) await kept.get(q);
    expect(kept.get('a')).toBeInstanceOf(Promise);
    expect([kept.get('b'), kept.get('c')]).toEqual(['b', 'c']);
    kept.invalidate('all');
    expect(kept.get('c')).toBeInstanceOf(Promise);
  });

  test('are never older than the last invalidation, in whatever order things happen', async () => {
    const happening = fc.oneof(
      fc.record({
        do: fc.constantFrom('ask' as const, 'change' as const),
        person: fc.constantFrom(...people),
      }),
      fc.record({
        do: fc.constantFrom('change all' as const, 'answer' as const),
        person: fc.constant('anne' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(happening, { maxLength: 30 }),
        async (schedule, happenings) => {
          const version = { anne: 0, bob: 0 };
          const kept = asyncCache({
            fetch: (who: 'anne' | 'bob') => schedule.schedule(Promise.resolve(version[who])),
            keyOf: (who) => `person ${who}`,
            tagsOf: () => ['tenant'],
            ttlMs: 10,
            now: () => 0,
          });
          const told: Promise<void>[] = [];
          for (const { do: what, person } of happenings) {
            if (what === 'ask') {
              const least = version[person];
              told.push(
                Promise.resolve(kept.get(person)).then((answer) =>
                  expect(answer).toBeGreaterThanOrEqual(least),
                ),
              );
            } else if (what === 'change') {
              version[person] += 1;
              kept.invalidate(`person ${person}`);
            } else if (what === 'change all') {
              for (const each of people) version[each] += 1;
              kept.invalidate('tenant');
            } else if (schedule.count() > 0) await schedule.waitOne();
          }
          await schedule.waitAll();
          await Promise.all(told);
          for (const person of people) {
            const last = Promise.resolve(kept.get(person));
            await schedule.waitAll();
            expect(await last).toBe(version[person]);
            expect(kept.get(person)).toBe(version[person]);
          }
        },
      ),
    );
  });
});

test('a stale value is served for a while if fetching fails, unless it was invalidated', async () => {
  let at = 0;
  let isAway = false;
  const kept = asyncCache({
    fetch: async (key: string) => {
      if (isAway) throw new Error('away');
      return `${key} ${at}`;
    },
    keyOf: (key) => key,
    ttlMs: 10,
    staleIfErrorMs: 100,
    now: () => at,
  });
  expect(await kept.get('a')).toBe('a 0');
  isAway = true;
  at = 50;
  expect(await kept.get('a')).toBe('a 0');
  at = 110;
  await expect(kept.get('a')).rejects.toThrow('away');
  at = 50;
  kept.invalidate('a');
  await expect(kept.get('a')).rejects.toThrow('away');
});
