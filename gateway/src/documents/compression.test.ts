import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressed, encodingFor } from './compression.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP ; q=1', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
])('%s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));

describe('a document', () => {
  const text = 'the same words again and again, ü '.repeat(200);
  test('is the same after decompression', () => {
    expect(brotliDecompressSync(compressed(text, 'br').body).toString()).toBe(text);
    expect(gunzipSync(compressed(text, 'gzip').body).toString()).toBe(text);
    expect(compressed(text, undefined)).toEqual({ body: Buffer.from(text) });
  });

  test('that is short is not compressed', () =>
    expect(compressed('short', 'br')).toEqual({ body: Buffer.from('short') }));
});
