import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { measured } from './measured.ts';
import { checkKey, checkPrefix } from './object-key.ts';
import { storeUnavailable } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { s3ClientOf } from './s3-client.ts';
import type { S3Settings } from './s3-client.ts';

/** Two parts in flight bound the memory of an upload, and 10,000 parts its size (80 GiB). */
const partBytes = 8 * 1024 * 1024;
const partsInFlight = 2;

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
};

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw storeUnavailable(error);
  }
}

/** Stores objects in a bucket of S3 or of a compatible server. */
export function s3Objects(settings: S3Settings): Omit<ObjectStore, 'location'> {
  const { bucket: Bucket, prefix } = settings;
  const client = s3ClientOf(settings);
  const root = prefix === '' ? '' : `${prefix}/`;
  const named = (key: string) => {
    checkKey(key);
    return { Bucket, Key: `${root}${key}` };
  };

  return {
    async put(key, content, options) {
      const passing = measured(content, options);
      const upload = new Upload({
        client,
        partSize: partBytes,
        queueSize: partsInFlight,
        params: {
          ...named(key),
          ContentType: options.contentType,
          // Other servers may reject this header; their encryption is configured on the server.
          ServerSideEncryption: settings.endpoint ? undefined : 'AES256',
          Body: Readable.from(passing.content, { objectMode: false }),
        },
      });
      const abort = (): void => void upload.abort();
      options.signal?.addEventListener('abort', abort, { once: true });
      try {
        await upload.done();
      } catch (error) {
        passing.throwIfFailed();
        options.signal?.throwIfAborted();
        throw storeUnavailable(error);
      } finally {
        options.signal?.removeEventListener('abort', abort);
      }
      return passing.result();
    },
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await orMissing(client.send(new GetObjectCommand({ ...named(key), Range })));
      if (!found?.Body) return undefined;
      return { size: found.ContentLength ?? 0, body: found.Body as Readable };
    },
    async head(key) {
      const found = await orMissing(client.send(new HeadObjectCommand(named(key))));
      return (
        found && {
          key,
          size: found.ContentLength ?? 0,
          modifiedAt: found.LastModified ?? new Date(0),
        }
      );
    },
    async delete(key) {
      await orMissing(client.send(new DeleteObjectCommand(named(key))));
    },
    async *list(start) {
      checkPrefix(start);
      try {
        for await (const page of paginateListObjectsV2(
          { client },
          { Bucket, Prefix: `${root}${start}` },
        ))
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
            yield { key: Key.slice(root.length), size: Size, modifiedAt: LastModified };
      } catch (error) {
        throw storeUnavailable(error);
      }
    },
  };
}
