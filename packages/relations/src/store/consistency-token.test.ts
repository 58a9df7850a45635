import { expect, test } from 'vitest';
import { consistencyTokens } from './consistency-token.ts';

const [first, second] = [1, 2].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer];

test('tokens stay valid after a key rotation until their key is removed', () => {
  const before = consistencyTokens(first).encode('tnt_a', 7);
  expect(consistencyTokens(second, first).decode('tnt_a', before)).toBe(7);
  for (const decode of [
    () => consistencyTokens(second).decode('tnt_a', before),
    () => consistencyTokens(second, first).decode('tnt_b', before),
  ]) {
    expect(decode).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  }
});
