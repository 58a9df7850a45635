import { expect, test, vi } from 'vitest';
import { inPieces } from './in-pieces.ts';

test('other work comes between pieces that take long, and the result comes at the end', async () => {
  const order: string[] = [];
  const clock = vi.spyOn(performance, 'now');
  let time = 0;
  clock.mockImplementation(() => time);
  try {
    function* work(): Generator<void, string> {
      for (const name of ['short', 'long', 'last']) {
        order.push(name);
        time += name === 'long' ? 50 : 1;
        yield;
      }
      return 'done';
    }
    setImmediate(() => order.push('a request'));
    expect(await inPieces(work())).toBe('done');
  } finally {
    clock.mockRestore();
  }
  expect(order).toEqual(['short', 'long', 'a request', 'last']);
});

test('an error of a piece reaches the caller', async () => {
  function* work(): Generator<void, string> {
    yield;
    throw new Error('no such schema');
  }
  await expect(inPieces(work())).rejects.toThrow('no such schema');
});
