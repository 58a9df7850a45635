import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually, eventuallyPasses, soon } from './eventually.ts';

describe('eventually', () => {
  test('returns the result', async () => {
    const found = [undefined, undefined, 'it'];
    expect(await eventually(() => found.shift())).toBe('it');
  });

  test.each([[undefined], [null], [false], [0], ['']])(
    'keeps asking while it finds %s',
    async (nothing) => {
      let asked = 0;
      await eventually(() => (asked++ < 3 ? nothing : true));
      expect(asked).toBe(4);
    },
  );

  test('treats errors as no result yet', async () => {
    let asked = 0;
    await eventuallyPasses(() => {
      asked += 1;
      expect(asked).toBe(3);
    });
    expect(asked).toBe(3);
  });

  test('does not count the time that polling takes', async () => {
    let asked = 0;
    const look = async () => {
      await pause(20);
      return ++asked === 3;
    };
    expect(await eventually(look, { withinMs: 10 })).toBe(true);
  });

  test('reports what did not happen, or throws the last error', async () => {
    await expect(eventually(() => false, { what: 'the delivery', withinMs: 5 })).rejects.toThrow(
      'the delivery did not happen',
    );
    await expect(
      eventually(() => Promise.reject(new Error('not yet')), { withinMs: 5 }),
    ).rejects.toThrow('not yet');
  });
});

describe('soon', () => {
  test('settles like the work', async () => {
    expect(await soon(pause(5, 'it'), { withinMs: 1_000 })).toBe('it');
    await expect(soon(Promise.reject(new Error('no')), { withinMs: 1_000 })).rejects.toThrow('no');
  });

  test('fails when the work takes longer', async () => {
    const never = new Promise(() => undefined);
    await expect(soon(never, { what: 'the answer', withinMs: 5 })).rejects.toThrow(
      'the answer did not happen within 5 ms',
    );
  });
});
