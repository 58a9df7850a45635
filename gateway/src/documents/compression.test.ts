import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodies, encodingFor } from './compression.ts';

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
  const bodyFor = bodies(text);
  test('is the same after decompression, and compressed once', async () => {
    const [first, second] = await Promise.all([bodyFor('br'), bodyFor('br')]);
    expect(brotliDecompressSync(first.body).toString()).toBe(text);
    expect(second.body).toBe(first.body);
    expect(gunzipSync((await bodyFor('gzip')).body).toString()).toBe(text);
    expect(await bodyFor(undefined)).toEqual({ body: Buffer.from(text) });
  });

  test('that is short is not compressed', async () =>
    expect(await bodies('short')('br')).toEqual({ body: Buffer.from('short') }));
});
