import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { startReceiver } from '@platform/testkit/receiver';
import { startTestS3 } from '@platform/testkit/s3-server';
import type { TestS3 } from '@platform/testkit/s3-server';
import { egress } from '../egress/egress.ts';
import type { Egress } from '../egress/egress.ts';
import { localObjects } from './local-objects.ts';
import { DigestMismatch, objectKey, objectStores } from './objects.ts';
import type { ObjectStore, ObjectStoreSettings } from './objects.ts';

const mebibyte = 1024 * 1024;
const contentType = 'application/octet-stream';
let folder: string;
let server: TestS3;
const clients: Egress[] = [];
const warnings: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
  server = await startTestS3(['bundles']);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
  await rm(folder, { recursive: true });
});

const settings = (more: Partial<ObjectStoreSettings> = {}): ObjectStoreSettings => ({
  bucket: '',
  region: '',
  endpoint: '',
  keyPrefix: '/dsar/',
  baseDir: join(folder, 'local'),
  credentials: server.credentials,
  egress: (trustedOrigins) => {
    const client = egress({ profile: 'object-store', trustedOrigins });
    clients.push(client);
    return client;
  },
  log: { warn: (_: unknown, text?: string) => void warnings.push(String(text)) } as never,
  ...more,
});

const stores: Record<string, () => ObjectStore> = {
  local: () => objectStores(settings()).current,
  s3: () => objectStores(settings({ bucket: 'bundles', endpoint: server.endpoint })).current,
};

async function* of(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
async function bytesOf(body: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

describe.each(Object.keys(stores))('a store: %s', (name) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = (stores[name] as () => ObjectStore)();
  });

  test('returns stored objects, completely and by range', async () => {
    const key = objectKey('tnt_a', 'exp_1', 'part-1.ndjson');
    const stored = await store.put(key, of('hello ', 'world'), { contentType });
    expect(stored).toEqual({ size: 11, sha256: sha256(Buffer.from('hello world')) });
    const whole = await store.get(key);
    expect([whole?.size, (await bytesOf(whole?.body)).toString()]).toEqual([11, 'hello world']);
    const part = await store.get(key, { start: 6, end: 8 });
    expect([part?.size, (await bytesOf(part?.body)).toString()]).toEqual([3, 'wor']);
    const info = await store.head(key);
    expect(info).toMatchObject({ key, size: 11 });
    expect(info?.modifiedAt.getTime()).toBeGreaterThan(0);
  });

  test('replaces an object, and keeps an empty one', async () => {
    const key = objectKey('tnt_a', 'replaced');
    await store.put(key, of('first'), { contentType });
    await store.put(key, of(), { contentType });
    expect(await store.head(key)).toMatchObject({ size: 0 });
    expect(await bytesOf((await store.get(key))?.body)).toHaveLength(0);
  });

  test('deletes an object, idempotently', async () => {
    const key = objectKey('tnt_a', 'gone');
    await store.put(key, of('x'), { contentType });
    await store.delete(key);
    await store.delete(key);
    expect([await store.get(key), await store.head(key)]).toEqual([undefined, undefined]);
  });

  test('lists by prefix in the order of keys', async () => {
    const keys = ['l/a/b', 'l/a/c/d', 'l/ab', 'l/b', 'm/a'];
    for (const key of keys.toReversed()) await store.put(key, of(key), { contentType });
    expect(await keysOf(store, 'l/')).toEqual(keys.slice(0, 4));
    expect(await keysOf(store, 'l/a')).toEqual(keys.slice(0, 3));
    expect(await keysOf(store, 'l/a/')).toEqual(['l/a/b', 'l/a/c/d']);
    expect(await keysOf(store, 'none/')).toEqual([]);
  });

  test('stores a stream of unknown length in bounded memory', async () => {
    const key = objectKey('tnt_a', 'large');
    const chunk = randomBytes(mebibyte);
    const expected = createHash('sha256');
    const before = process.memoryUsage().rss;
    let most = 0;
    async function* large(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 200; i += 1) {
        const piece = Buffer.from(chunk);
        piece[0] = i;
        expected.update(piece);
        most = Math.max(most, process.memoryUsage().rss);
        yield piece;
      }
    }
    const stored = await store.put(key, large(), { contentType });
    expect(stored).toEqual({ size: 200 * mebibyte, sha256: expected.digest('hex') });
    expect(most - before).toBeLessThan(160 * mebibyte);
    const read = createHash('sha256');
    for await (const piece of (await store.get(key))?.body ?? []) read.update(piece);
    expect(read.digest('hex')).toBe(stored.sha256);
    await store.delete(key);
  });

  test('stores nothing if the stream fails, the digest differs or the caller leaves', async () => {
    const key = objectKey('tnt_b', 'never');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(9 * mebibyte);
      throw new RangeError('the source has gone');
    }
    await expect(store.put(key, failing(), { contentType })).rejects.toThrow('the source has gone');
    const wrong = store.put(key, of('x'), { contentType, sha256: sha256(Buffer.from('y')) });
    await expect(wrong).rejects.toThrow(DigestMismatch);
    const leave = new AbortController();
    async function* leaving(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(9 * mebibyte);
      leave.abort(new Error('the caller left'));
      yield Buffer.alloc(mebibyte);
    }
    const left = store.put(key, leaving(), { contentType, signal: leave.signal });
    await expect(left).rejects.toThrow('the caller left');
    expect(await keysOf(store, 'tnt_b/')).toEqual([]);
    const right = await store.put(key, of('x'), { contentType, sha256: sha256(Buffer.from('x')) });
    expect(right.size).toBe(1);
  });

  test('concurrent writers of one key leave one complete object', async () => {
    const key = objectKey('tnt_a', 'raced');
    const texts = ['a', 'b', 'c', 'd'].map((c) => c.repeat(100_000));
    await Promise.all(texts.map((text) => store.put(key, of(text), { contentType })));
    expect(texts).toContain((await bytesOf((await store.get(key))?.body)).toString());
  });

  test('is found again by its location', async () => {
    const key = objectKey('tnt_a', 'kept');
    await store.put(key, of('here'), { contentType });
    const other = objectStores(settings({ baseDir: join(folder, 'elsewhere') }));
    const found = await other.at(store.location).get(key);
    expect((await bytesOf(found?.body)).toString()).toBe('here');
  });

  test('rejects an invalid key', async () => {
    await expect(store.put('../x', of('x'), { contentType })).rejects.toThrow(TypeError);
    await expect(store.get('a//b')).rejects.toThrow(TypeError);
    await expect(store.delete('/a')).rejects.toThrow(TypeError);
    await expect(keysOf(store, '../')).rejects.toThrow(TypeError);
  });
});

test('keys cannot refer to files outside of the folder', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', '\0', '~', '-') });
  fc.assert(
    fc.property(text, (key) => {
      try {
        objectKey(key);
      } catch {
        return;
      }
      expect(join('/base', key).startsWith('/base/')).toBe(true);
      expect(join('/base', key)).toBe(`/base/${key}`);
    }),
  );
});

describe('the local store', () => {
  test('lists in the order of S3, which sorts whole keys', async () => {
    const store = localObjects(join(folder, 'sorted'));
    const keys = ['a-b', 'a.b', 'a/b', 'ab'];
    for (const key of keys.toReversed()) await store.put(key, of(key), { contentType });
    expect(await keysOf(store, '')).toEqual(keys);
  });

  test('makes files readable only by their owner, and deletes a failed upload', async () => {
    const baseDir = join(folder, 'private');
    const store = localObjects(baseDir);
    await store.put('a/b', of('x'), { contentType });
    expect((await stat(join(baseDir, 'a'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(baseDir, 'a/b'))).mode & 0o777).toBe(0o600);
    await store.put('c', of('x'), { contentType, sha256: '00' }).catch(() => undefined);
    expect(await readdir(join(baseDir, '.uploads'))).toEqual([]);
  });

  test('deletes uploads of writers that crashed a day ago, and empty folders', async () => {
    const baseDir = join(folder, 'stale');
    await mkdir(join(baseDir, '.uploads'), { recursive: true });
    for (const name of ['old', 'new']) await writeFile(join(baseDir, '.uploads', name), 'x');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(baseDir, '.uploads', 'old'), longAgo, longAgo);
    const store = localObjects(baseDir);
    await store.put('a/b/c', of('x'), { contentType });
    expect(await readdir(join(baseDir, '.uploads'))).toEqual(['new']);
    await store.delete('a/b/c');
    expect(await readdir(baseDir)).toEqual(['.uploads']);
  });

  test('returns 503 for a folder that is not writable', async () => {
    await writeFile(join(folder, 'file'), 'x');
    const store = localObjects(join(folder, 'file'));
    await expect(store.put('a', of('x'), { contentType })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });
});

describe('the configuration', () => {
  test('requires a region or an endpoint for a bucket', () => {
    expect(() => objectStores(settings({ bucket: 'bundles' }))).toThrow('region');
    expect(objectStores(settings({ bucket: 'b', region: 'eu-west-1' })).current.location).toBe(
      's3://b/dsar?region=eu-west-1',
    );
  });

  test('warns about a local folder, and about a region without a bucket', () => {
    warnings.length = 0;
    objectStores(settings({ region: 'eu-west-1' }));
    expect(warnings).toHaveLength(2);
  });

  test('another server is not asked to encrypt, because it may have no keys', async () => {
    const receiver = await startReceiver(() => ({ headers: { etag: '"e"' } }));
    const { origin } = new URL(receiver.url);
    const { current } = objectStores(settings({ bucket: 'b', endpoint: origin }));
    await current.put('a', of('x'), { contentType });
    await receiver.stop();
    const [put] = receiver.received;
    expect([put?.method, put?.headers['x-amz-server-side-encryption']]).toEqual(['PUT', undefined]);
  });

  test('returns 503 for an unavailable server', async () => {
    const { current } = objectStores(settings({ bucket: 'b', endpoint: 'http://127.0.0.1:1' }));
    await expect(current.head('a')).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
