import { expect, test } from 'vitest';
import { parseUrl } from './url.ts';

test('the result for a URL is always the same', () => {
  for (let i = 0; i < 50_000; i++) {
    if (parseUrl('https://bücher.example/')?.hostname !== 'xn--bcher-kva.example')
      throw new Error(`not at the ${i}th time`);
  }
  expect(parseUrl('bücher.example')).toBeUndefined();
});
