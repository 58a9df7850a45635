import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { staticAssets } from './assets.ts';

const folder = new URL('../assets/', import.meta.url);
const assets = staticAssets(folder);
const css = readFileSync(new URL('pages.css', folder));

describe('an asset', () => {
  test('has a name that changes with its content', () => {
    expect(assets.url('pages.css')).toMatch(/^\/assets\/pages-[0-9a-f]{16}\.css$/);
    expect(() => assets.url('none.css')).toThrow('no asset');
  });

  test('is cached indefinitely', () => {
    const found = assets.find(assets.url('pages.css'), undefined);
    expect(found?.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(found?.body.equals(css)).toBe(true);
  });

  test.each<[string | undefined, string | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['', undefined],
    [undefined, undefined],
  ])('for %s comes as %s', (accepted, encoding) => {
    const found = assets.find(assets.url('pages.css'), accepted);
    expect(found?.headers['content-encoding']).toBe(encoding);
    const body = found?.body ?? Buffer.alloc(0);
    const plain =
      { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((b: Buffer) => b);
    expect(plain(body).equals(css)).toBe(true);
    expect(found?.headers['content-length']).toBe(String(body.length));
  });

  test.each(['/assets/pages.css', '/assets/../package.json', '/', '/assets/'])(
    'does not exist at %s',
    (path) => {
      expect(assets.find(path, 'br')).toBeUndefined();
    },
  );
});

test('stays within its size limit', () => {
  expect(assets.weight('pages.css').gzip).toBeLessThanOrEqual(12 * 1024);
  expect(assets.weight('pages.js').gzip).toBeLessThanOrEqual(4 * 1024);
});
