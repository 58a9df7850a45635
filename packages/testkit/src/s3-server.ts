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

/** A server that speaks S3, with buckets in a folder of its own. */
export interface TestS3 {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The content of all objects of a bucket. */
  objects(bucket: string): Buffer[];
  stop(): Promise<void>;
}

/** Starts one on a free port. */
export async function startTestS3(buckets: readonly string[]): Promise<TestS3> {
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
