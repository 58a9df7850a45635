import { afterEach, describe, expect, test } from 'vitest';
import type { BreakerFamily } from '@platform/kit/breaker';
import { setTimeout as wait } from 'node:timers/promises';
import { EnrichmentFailed } from './enrichment-failed.ts';
import type { EnrichmentFailure } from './enrichment-failed.ts';
import { webhookBreakers } from './webhook-breakers.ts';

let breakers: BreakerFamily;
afterEach(() => breakers.stop());

/** Makes calls: `.` succeeds, `x` fails, `u` is an unmet claim. Returns the same marks, with `-` for each call that was not made. */
async function run(marks: string, key = 'a'): Promise<string> {
  let made = '';
  for (const mark of marks) {
    const reason: EnrichmentFailure | undefined =
      mark === 'x' ? 'timeout' : mark === 'u' ? 'claim_unmet' : undefined;
    let isCalled = false;
    await breakers
      .run(key, async () => {
        isCalled = true;
        if (reason) throw new EnrichmentFailed(reason);
      })
      .catch((error: unknown) =>
        expect((error as EnrichmentFailed).reason).toBe(isCalled ? reason : 'breaker_open'),
      );
    made += isCalled ? mark : '-';
  }
  return made;
}

describe('webhookBreakers', () => {
  test.each([
    ['xxxx.xxxx.', 'xxxx.xxxx.'],
    ['xxxxx..', 'xxxxx--'],
    ['..xxxxx.', '..xxxxx-'],
    ['xxxxuxxxx', 'xxxxuxxxx'],
    ['uuuuuuuuuuuu', 'uuuuuuuuuuuu'],
    ['.x.x.x.x.x.', '.x.x.x.x.x-'],
    ['.x.x.x.x..x.', '.x.x.x.x..x.'],
    ['x.x.x.x.u.x.', 'x.x.x.x.u.x.'],
  ])('for the calls %s make the calls %s', async (marks, made) => {
    breakers = webhookBreakers();
    expect(await run(marks)).toBe(made);
  });

  test('count failures separately for each key', async () => {
    breakers = webhookBreakers();
    await run('xxxxx');
    expect([await run('.'), await run('.', 'b')]).toEqual(['-', '.']);
  });

  test('allow one call as a probe after a pause', async () => {
    breakers = webhookBreakers({ openMs: 50 });
    expect(await run('xxxxx.')).toBe('xxxxx-');
    await wait(80);
    expect(await run('x.')).toBe('x-');
    await wait(80);
    let release = (): void => undefined;
    const probe = breakers.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await run('...')).toBe('---');
    release();
    await probe;
    expect(await run('...')).toBe('...');
  });

  test('treat an unmet claim as a successful probe', async () => {
    breakers = webhookBreakers({ openMs: 50 });
    await run('xxxxx');
    await wait(80);
    expect(await run('u.')).toBe('u.');
  });
});
