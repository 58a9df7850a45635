import { expect, test } from 'vitest';
import { parseUrl } from './url.ts';

test('a URL is one however often it is asked', () => {
  for (let i = 0; i < 50_000; i++) {
    if (parseUrl('https://bücher.example/')?.hostname !== 'xn--bcher-kva.example')
      throw new Error(`not at the ${i}th time`);
  }
  expect(parseUrl('bücher.example')).toBeUndefined();
});
