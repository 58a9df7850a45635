import { expect, test } from 'vitest';
import { parseUrl } from './url.ts';

test('parseUrl returns the same result for a URL at every call', () => {
  for (let i = 0; i < 50_000; i++) {
    if (parseUrl('https://bücher.example/')?.hostname !== 'xn--bcher-kva.example')
      throw new Error(`not at the ${i}th time`);
  }
  expect(parseUrl('bücher.example')).toBeUndefined();
});
