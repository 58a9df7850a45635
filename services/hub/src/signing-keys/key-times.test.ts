import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { nextChange, nextKey, prePublishedMs, retiredMs, keyStateOf } from './key-times.ts';
import type { KeyTimes } from './key-times.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('keyStateOf', () => {
  test.each<[number, string]>([
    [0, 'pre_published'],
    [9, 'pre_published'],
    [10, 'active'],
    [19, 'active'],
    [20, 'retired'],
    [29, 'retired'],
    [30, 'removed'],
  ])('returns at %i the state %s', (now, state) => {
    expect(keyStateOf({ activatesAt: 10, retiresAt: 20, removesAt: 30 }, now)).toBe(state);
  });
  it('never returns removed for a document key', () => {
    expect(keyStateOf({ activatesAt: 10, retiresAt: 20, removesAt: null }, 1e15)).toBe('retired');
  });
});

test('a key keeps its state until its next change', () => {
  const time = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(
      time,
      fc.tuple(time, fc.option(time), fc.option(time)).map(([activatesAt, retires, removes]) => ({
        activatesAt,
        retiresAt: retires === null ? null : activatesAt + 1 + retires,
        removesAt:
          retires === null || removes === null ? null : activatesAt + 2 + retires + removes,
      })),
      (now, key) => {
        const until = nextChange(key, now);
        expect(until).toBeGreaterThan(now);
        const state = keyStateOf(key, now);
        expect(keyStateOf(key, until === Infinity ? 1e15 : until - 1)).toBe(state);
        if (until !== Infinity) expect(keyStateOf(key, until)).not.toBe(state);
      },
    ),
  );
});

describe('nextKey', () => {
  const active: KeyTimes = { activatesAt: 0, retiresAt: null, removesAt: null };
  test.each<[string, KeyTimes[], number, unknown]>([
    ['no keys', [], 5, { kind: 'first' }],
    ['an active key', [active], 5, { kind: 'none' }],
    ['more than an hour left', [active], 90 * day - hour - 1, { kind: 'none' }],
    ['an hour left', [active], 90 * day - hour, { kind: 'successor', activatesAt: 90 * day }],
    [
      'an overdue active key',
      [active],
      100 * day,
      { kind: 'successor', activatesAt: 100 * day + hour },
    ],
    [
      'a pre-published successor',
      [active, { ...active, activatesAt: 90 * day }],
      90 * day - 1,
      { kind: 'none' },
    ],
    ['only retired keys', [{ activatesAt: 0, retiresAt: 1, removesAt: 2 }], 5, { kind: 'first' }],
  ])('returns what is next for a family with %s', (_, keys, now, expected) => {
    expect(nextKey(keys, now, 90 * day)).toEqual(expected);
  });

  it('keeps exactly one key active, and publishes it before and after it signs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 * hour }), { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 2 * hour, max: 20 * day }),
        (steps, rotation) => {
          let keys: (KeyTimes & { madeAt: number })[] = [];
          let now = 0;
          for (const step of [0, ...steps]) {
            now += step;
            keys = keys.filter((key) => keyStateOf(key, now) !== 'removed');
            const next = nextKey(keys, now, rotation);
            if (next.kind === 'none') continue;
            const activatesAt = next.kind === 'first' ? now : next.activatesAt;
            if (
              next.kind === 'successor' &&
              activatesAt - now < Math.min(prePublishedMs, rotation / 2)
            )
              return false;
            keys = [
              ...keys.map((key) =>
                key.retiresAt === null
                  ? { ...key, retiresAt: activatesAt, removesAt: activatesAt + retiredMs }
                  : key,
              ),
              { madeAt: now, activatesAt, retiresAt: null, removesAt: null },
            ];
            if (next.kind === 'first' && now !== 0) return false;
          }
          return keys.filter((key) => keyStateOf(key, now) === 'active').length === 1;
        },
      ),
    );
  });
});
