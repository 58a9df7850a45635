import { afterEach, beforeEach, describe, expect, vi, test } from 'vitest';
import fc from 'fast-check';
import type { Problem } from '../problem/problem.ts';
import { breaker, breakerFamily } from './breaker.ts';
import type { Breaker, BreakerOptions, BreakerVerdict } from './breaker.ts';

const second = 1_000;
const rules = { errorPercent: 50, volume: 10, windowMs: 10 * second, openMs: 5 * second };
const verdicts: Record<string, BreakerVerdict> = { x: 'fault', '.': 'success', n: 'none' };

let states: number[];
let guard: Breaker;
beforeEach(() => {
  vi.useFakeTimers();
  states = [];
});
afterEach(() => {
  guard?.stop();
  vi.useRealTimers();
});

const made = (options: Partial<BreakerOptions> = {}): Breaker =>
  (guard = breaker({
    ...rules,
    verdictOf: (error) => (error as { verdict: BreakerVerdict }).verdict,
    onState: (state) => void states.push(state),
    ...options,
  }));

/**
 * Makes one call that ends as its mark says: `x` fault, `.` success, `n` no verdict. Returns the
 * mark, or `-` if the call was refused.
 */
async function call(mark: string, on = guard): Promise<string> {
  let isMade = false;
  await on
    .run(async () => {
      isMade = true;
      if (mark !== '.') throw Object.assign(new Error(), { verdict: verdicts[mark] });
    })
    .catch(() => undefined);
  return isMade ? mark : '-';
}

async function calls(marks: string, on = guard): Promise<string> {
  let told = '';
  for (const mark of marks)
    told += mark === '_' ? (vi.advanceTimersByTime(second), '_') : await call(mark, on);
  return told;
}

/** Starts a call that ends on demand. */
function pending(on = guard): { isMade: boolean; end(mark: string): Promise<void> } {
  let isMade = false;
  let settle = (_mark: string): void => undefined;
  const running = on
    .run(
      () =>
        new Promise<void>((resolve, reject) => {
          isMade = true;
          settle = (mark) =>
            mark === '.'
              ? resolve()
              : reject(Object.assign(new Error(), { verdict: verdicts[mark] }));
        }),
    )
    .catch(() => undefined);
  return { isMade, end: (mark) => (settle(mark), running) };
}

describe('a breaker opens', () => {
  test.each<[string, Partial<BreakerOptions>, string, string]>([
    ['at the share, by equality', {}, '.....xxxxx.', '.....xxxxx-'],
    ['not below it', {}, '......xxxxx.', '......xxxxx.'],
    ['not before the volume', {}, 'xxxxxxxxx.', 'xxxxxxxxx.'],
    ['at the volume', {}, 'xxxxxxxxxx.', 'xxxxxxxxxx-'],
    ['with a fault, never with a success', {}, 'xxxxx......x', 'xxxxx......x'],
    ['at another share', { errorPercent: 100 }, '.xxxxxxxxx.', '.xxxxxxxxx.'],
    [
      'by equality where the share is no round binary fraction',
      { errorPercent: 29, volume: 100 },
      `${'.'.repeat(71)}${'x'.repeat(29)}.`,
      `${'.'.repeat(71)}${'x'.repeat(29)}-`,
    ],
    ['not by faults that left the window', {}, 'xxxxx__________xxxxx.', 'xxxxx__________xxxxx.'],
    ['by faults over the whole window', {}, 'xx_xx_xx_xx_xx.', 'xx_xx_xx_xx_xx-'],
    [
      'not by calls without a verdict',
      {},
      'nnnnnnnnnnnnnnnnnnnnxxxxx.',
      'nnnnnnnnnnnnnnnnnnnnxxxxx.',
    ],
    [
      'whatever number of calls has none',
      {},
      'nnnnnnnnnn.....nnnnnxxxxnnnnnx.',
      'nnnnnnnnnn.....nnnnnxxxxnnnnnx-',
    ],
    ['by faults running', { failuresRunning: 3 }, 'xx.xx.xxx.', 'xx.xx.xxx-'],
    [
      'by faults running with calls without a verdict between them',
      { failuresRunning: 3 },
      'xnxnx.',
      'xnxnx-',
    ],
  ])('%s', async (_what, options, marks, told) => {
    made(options);
    expect(await calls(marks)).toBe(told);
  });

  test('exactly when a plain count over the window requires it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('x', '.', 'n', '_'), { minLength: 40, maxLength: 120 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 30 }),
        async (marks, errorPercent, volume) => {
          made({ errorPercent, volume });
          let at = 0;
          let seen: { at: number; isFault: boolean }[] = [];
          for (const mark of marks) {
            if (mark === '_') {
              at += 1;
              vi.advanceTimersByTime(second);
              continue;
            }
            expect(await call(mark)).toBe(mark);
            if (mark === 'n') continue;
            seen = [
              ...seen.filter((verdict) => at - verdict.at < 10),
              { at, isFault: mark === 'x' },
            ];
            const faults = seen.filter(({ isFault }) => isFault).length;
            if (mark !== 'x' || seen.length < volume || faults * 100 < errorPercent * seen.length)
              continue;
            expect(await call('.')).toBe('-');
            break;
          }
          guard.stop();
        },
      ),
    );
  });
});

describe('an open breaker', () => {
  const open = async (options: Partial<BreakerOptions> = {}): Promise<void> => {
    made({ volume: 2, ...options });
    await calls('xx');
  };

  test('rejects calls, and reports for how long', async () => {
    await open();
    vi.advanceTimersByTime(1_500);
    const refusal = await guard
      .run(async () => undefined)
      .catch((error: unknown) => error as Problem);
    expect(refusal).toMatchObject({
      code: 'upstream_unavailable',
      details: { headers: { 'Retry-After': '4' } },
    });
    expect(() => guard.pass()).toThrow(refusal as Problem);
    expect(() => guard.enter()).toThrow(refusal as Problem);
  });

  test("rejects with the owner's error", async () => {
    await open({ refusal: (seconds) => new RangeError(`${seconds}`) });
    await expect(guard.run(async () => undefined)).rejects.toThrow(new RangeError('5'));
  });

  test.each<[string, string, string]>([
    ['closes when the probe goes well', '_____....', '_____....'],
    ['opens again when the probe fails', '_____x.____._..', '_____x-____-_..'],
    ['opens again when the probe has no verdict', '_____n.____._..', '_____n-____-_..'],
    ['forgets what was before when it closes', '_____.x.', '_____.x.'],
  ])('%s', async (_what, marks, told) => {
    await open({ volume: 3 });
    await calls('x');
    expect(await calls(marks)).toBe(told);
  });

  test('lets one of many parallel calls probe', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('x', '.', 'n'),
        async (others, mark) => {
          await open();
          vi.advanceTimersByTime(5 * second);
          const probe = pending();
          expect(await calls('.'.repeat(others))).toBe('-'.repeat(others));
          await probe.end(mark);
          expect(await call('.')).toBe(mark === '.' ? '.' : '-');
          guard.stop();
        },
      ),
    );
  });

  test('waits for a probe at most as long as it stays open', async () => {
    await open();
    await calls('_____');
    const slow = pending();
    expect(await calls('____._')).toBe('____-_');
    const next = pending();
    expect([slow.isMade, next.isMade]).toEqual([true, true]);
    await slow.end('.');
    expect(await calls('..')).toBe('..');
    await next.end('x');
    expect(await call('.')).toBe('.');
  });

  test('ignores calls that started earlier', async () => {
    made({ volume: 2 });
    const [first, second_, third] = [pending(), pending(), pending()];
    await calls('xx_____');
    await first.end('.');
    expect(states).toEqual([0, 2, 1]);
    const probe = pending();
    await second_.end('x');
    expect(await call('.')).toBe('-');
    await probe.end('.');
    await third.end('x');
    expect(await calls('x')).toBe('x');
    expect(states).toEqual([0, 2, 1, 0]);
  });

  test('allows long-polling calls during a probe, and does not count them as the probe', async () => {
    await open();
    await calls('_____');
    guard.pass();
    expect(await call('.')).toBe('.');
    expect(() => guard.pass()).not.toThrow();
  });

  test('reports each change of its state', async () => {
    await open();
    await calls('_____x_____.');
    expect(states).toEqual([0, 2, 1, 2, 1, 0]);
  });
});

describe('synchronous work', () => {
  test('counts like any other outcome', async () => {
    made({ volume: 2 });
    for (const verdict of ['fault', 'none', 'fault'] as const) guard.enter()(verdict);
    expect(await call('.')).toBe('-');
  });
});

describe('a stopped breaker', () => {
  test.each(['', 'xx', 'xx_____'])(
    'has no timers, rejects nothing and reports nothing: after %j',
    async (before) => {
      made({ volume: 2 });
      await calls(before);
      const left = pending();
      const told = states.length;
      guard.stop();
      expect(vi.getTimerCount()).toBe(0);
      await left.end('x');
      expect(await calls('xxxx')).toBe('xxxx');
      expect([vi.getTimerCount(), states.length]).toEqual([0, told]);
    },
  );

  test('needs no timer before it opens', () => {
    made();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a family', () => {
  const familyOf = (max: number) =>
    breakerFamily({
      ...rules,
      volume: 2,
      max,
      verdictOf: (error) => (error as { verdict: BreakerVerdict }).verdict,
    });
  const onKey = (family: ReturnType<typeof familyOf>, key: string): Breaker =>
    ({ run: (work: () => Promise<unknown>) => family.run(key, work) }) as never;

  test('keeps keys apart, whatever the order of the calls', async () => {
    const marks = fc.constantFrom('x', '.', 'n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), marks), { maxLength: 40 }),
        async (mixed) => {
          const family = familyOf(3);
          const together: Record<string, string> = { a: '', b: '', c: '' };
          for (const [key, mark] of mixed) together[key] += await call(mark, onKey(family, key));
          family.stop();
          for (const key of ['a', 'b', 'c']) {
            const alone = familyOf(1);
            expect(
              await calls(
                mixed
                  .filter(([of]) => of === key)
                  .map(([, mark]) => mark)
                  .join(''),
                onKey(alone, key),
              ),
            ).toBe(together[key]);
            alone.stop();
          }
        },
      ),
    );
  });

  test('removes the least recently used key, with its timers', async () => {
    const family = familyOf(2);
    expect(await calls('xx.', onKey(family, 'a'))).toBe('xx-');
    await calls('..', onKey(family, 'b'));
    expect(vi.getTimerCount()).toBe(1);
    await calls('.', onKey(family, 'c'));
    expect(vi.getTimerCount()).toBe(0);
    expect(await call('.', onKey(family, 'a'))).toBe('.');
    family.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
