import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@platform/dev/temporary-folder';

interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => Server;

/** An S3-compatible server with buckets in a folder of its own. */
export interface TestS3 {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Returns the content of all objects of a bucket. */
  objects(bucket: string): Buffer[];
  stop(): Promise<void>;
}

/**
 * Uses a running server with existing buckets: for manual runs against other implementations of S3.
 */
const runningS3 = (endpoint: string): TestS3 => ({
  endpoint,
  credentials: {
    accessKeyId: process.env['PLATFORM_TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['PLATFORM_TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  },
  objects() {
    throw new Error('PLATFORM_TEST_S3 is set, and the folder of its server is not known');
  },
  stop: async () => undefined,
});

/** Starts a server on a free port, or uses the one in PLATFORM_TEST_S3. */
export async function startTestS3(buckets: readonly string[]): Promise<TestS3> {
  const running = process.env['PLATFORM_TEST_S3'];
  if (running) return runningS3(running);
  const folder = temporaryFolder('platform-test-s3-');
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder.path, 's3'),
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    objects: (bucket) =>
      readdirSync(join(folder.path, 's3', bucket), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => readFileSync(join(folder.path, 's3', bucket, name))),
    async stop() {
      await server.close();
      folder.remove();
    },
  };
}
