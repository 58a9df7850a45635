import { beforeEach, describe, expect, vi, test } from 'vitest';
import type { JSONWebKeySet } from 'jose';
import { keySet } from './key-set.ts';
import { codeOf, testKey } from './test-tokens.ts';
import type { TestKey } from './test-tokens.ts';

const a = testKey('a', 'ES256');
const b = testKey('b', 'ES256');
const documents = testKey('d', 'RS256', { 'x-purpose': 'documents' });
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let nowMillis = 0;
let fetches = 0;
let failures = 0;
let answer: () => Promise<JSONWebKeySet>;
const serve = (...keys: TestKey[]) => {
  answer = async () => ({ keys: keys.map((k) => k.jwk) });
};
const fail = () => {
  answer = async () => {
    throw new Error('away');
  };
};
const set = () =>
  keySet({
    fetchKeys: () => (fetches++, answer()),
    now: () => nowMillis,
    onFailure: () => failures++,
  });
const ask = (keys: ReturnType<typeof set>, kid: string, alg = 'ES256') =>
  codeOf(keys.key({ alg, kid }));
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  nowMillis = 1_800_000_000_000;
  [fetches, failures] = [0, 0];
  serve(a, documents);
});

describe('keySet', () => {
  test('fetches once for concurrent callers', async () => {
    const keys = set();
    expect(await Promise.all([ask(keys, 'a'), ask(keys, 'a'), ask(keys, 'zz')])).toEqual([
      'passed',
      'passed',
      'token_invalid',
    ]);
    expect(fetches).toBe(1);
  });

  test('a removed key is dropped even if an earlier fetch still returns it', async () => {
    let end = (): void => undefined;
    const before = new Promise<void>((resolve) => (end = resolve));
    serve(a, b, documents);
    const old = answer;
    answer = () => before.then(() => old());
    const keys = set();
    const first = keys.start();
    serve(b, documents);
    const renewed = keys.renew();
    end();
    await Promise.all([first, renewed]);
    expect([keys.knows('a'), keys.knows('b'), fetches]).toEqual([false, true, 2]);
    keys.stop();
  });

  test('a changed set is fetched again a little later, because the server may have been out of date', async () => {
    const keys = set();
    expect(await ask(keys, 'a')).toBe('passed');
    await keys.renew();
    serve(b, documents);
    nowMillis += 4_999;
    expect(await ask(keys, 'a')).toBe('passed');
    nowMillis += 1;
    await ask(keys, 'a');
    await settle();
    expect([await ask(keys, 'a'), fetches]).toEqual(['token_invalid', 3]);
    nowMillis += 5_000;
    await ask(keys, 'b');
    expect(fetches).toBe(3);
  });

  test('keys for documents are not accepted for tokens', async () => {
    expect(await ask(set(), 'd', 'RS256')).toBe('token_invalid');
  });

  test('a key is used only with its own algorithm', async () => {
    const keys = set();
    expect(await ask(keys, 'a', 'RS256')).toBe('token_invalid');
    expect(await ask(keys, 'a', 'HS256')).toBe('token_invalid');
    expect(fetches).toBe(1);
  });

  test('returns 503 without a set, and fetches again after 5 s', async () => {
    fail();
    const keys = set();
    expect(await ask(keys, 'a')).toBe('upstream_unavailable');
    nowMillis += 5 * second - 1;
    serve(a);
    expect(await ask(keys, 'a')).toBe('upstream_unavailable');
    expect(fetches).toBe(1);
    nowMillis += 1;
    expect(await ask(keys, 'a')).toBe('passed');
  });

  test('an unknown kid causes one fetch every 5 s, shared', async () => {
    const keys = set();
    await ask(keys, 'a');
    nowMillis += 5 * second;
    serve(a, b);
    expect(await Promise.all(['b', 'b', 'x', 'y', 'a'].map((kid) => ask(keys, kid)))).toEqual([
      'passed',
      'passed',
      'token_invalid',
      'token_invalid',
      'passed',
    ]);
    expect(fetches).toBe(2);
    for (let i = 0; i < 50; i++) {
      nowMillis += 100;
      expect(await ask(keys, `random-${i}`)).toBe('token_invalid');
    }
    expect(fetches).toBe(3);
  });

  test('is fetched again in the background after 5 min, without blocking', async () => {
    const keys = set();
    await ask(keys, 'a');
    serve(b);
    nowMillis += 5 * minute - 1;
    await ask(keys, 'a');
    await settle();
    expect(fetches).toBe(1);
    nowMillis += 1;
    expect(await ask(keys, 'a')).toBe('passed');
    await settle();
    expect(fetches).toBe(2);
    expect(await ask(keys, 'a')).toBe('token_invalid');
    expect(await ask(keys, 'b')).toBe('passed');
  });

  test.each<[string, () => void]>([
    ['fails', fail],
    [
      'answers no set',
      () => {
        answer = async () => ({}) as JSONWebKeySet;
      },
    ],
    [
      'answers nothing',
      () => {
        answer = async () => null as never;
      },
    ],
    ['answers an empty set', () => serve()],
    ['answers keys for documents alone', () => serve(documents)],
    [
      'throws at once',
      () => {
        answer = () => {
          throw new Error('x');
        };
      },
    ],
  ])('the last good set is used for 24 h while the source %s', async (_, breakSource) => {
    const keys = set();
    await ask(keys, 'a');
    breakSource();
    nowMillis += 24 * hour - 1;
    expect(await ask(keys, 'a')).toBe('passed');
    await settle();
    expect(await ask(keys, 'unknown')).toBe('token_invalid');
    expect(keys.ageSeconds()).toBeCloseTo(86_400, 0);
    nowMillis += 1;
    expect(keys.ageSeconds()).toBeUndefined();
    expect(await ask(keys, 'a')).toBe('upstream_unavailable');
    nowMillis += 5 * second;
    expect(await ask(keys, 'a')).toBe('upstream_unavailable');
    expect(failures).toBe(fetches - 1);
    serve(a);
    nowMillis += 5 * second;
    expect(await ask(keys, 'a')).toBe('passed');
  });

  test('start fetches immediately, every 5 s until there is a set, then every 5 min, until stop', async () => {
    vi.useFakeTimers();
    const advance = async (millis: number): Promise<void> => {
      for (let passed = 0; passed < millis; passed += second) {
        nowMillis += second;
        await vi.advanceTimersByTimeAsync(second);
      }
    };
    try {
      fail();
      const keys = set();
      await keys.start();
      expect([fetches, keys.ageSeconds()]).toEqual([1, undefined]);
      await advance(10 * second);
      expect([fetches, keys.ageSeconds()]).toEqual([3, undefined]);
      serve(a);
      await advance(5 * second);
      expect([fetches, keys.ageSeconds()]).toEqual([4, 0]);
      await advance(5 * minute);
      expect([fetches, keys.ageSeconds()]).toEqual([5, 0]);
      keys.stop();
      await advance(10 * minute);
      expect(fetches).toBe(5);
    } finally {
      vi.useRealTimers();
    }
  });
});
