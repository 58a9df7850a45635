import { Readable } from 'node:stream';
import type { Egress } from '@platform/kit/egress';
import { EgressFailed, ResponseTooLarge } from '@platform/kit/egress';
import { PermanentJobError } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import type { SourceCredential } from '../sources/migration-source.ts';
import type { SourceFile } from './file-content.ts';
import { authorizationOf, unreadable } from './http-source.ts';

/** A file in the object store. */
export interface KeptFile {
  location: string;
  key: string;
  sizeBytes: number;
}

export interface DownloadOptions {
  egress: Pick<Egress, 'stream'>;
  stores: Pick<ObjectStores, 'current'>;
  tenantId: string;
  credential: SourceCredential | undefined;
  maxFileBytes: number;
  clock: () => number;
}

const idleTimeoutMs = 30_000;

/** The body of a URL, as a stream. @throws 502 `upstream_failed` */
async function bodyOf(
  url: string,
  { egress, tenantId, credential, maxFileBytes, clock }: DownloadOptions,
  signal: AbortSignal,
) {
  const answer = await egress
    .stream({
      tenantId,
      method: 'GET',
      url,
      headers: authorizationOf(credential, '', clock()),
      maxResponseBytes: maxFileBytes,
      idleTimeoutMs,
      signal,
    })
    .catch((cause: unknown) => {
      signal.throwIfAborted();
      const why = cause instanceof EgressFailed ? cause.code : 'unknown error';
      throw unreadable(`A file of the source cannot be downloaded: ${why}.`, cause);
    });
  if (answer.status === 200) return answer;
  answer.discard();
  throw unreadable(`The download of a file failed with status ${answer.status}.`);
}

/** Copies a file into the object store, so that every attempt of an import reads the same bytes. */
export async function download(
  options: DownloadOptions,
  { url, importJobId, index }: { url: string; importJobId: string; index: number },
  signal: AbortSignal,
): Promise<KeptFile> {
  const { stores, tenantId } = options;
  const { body } = await bodyOf(url, options, signal);
  const key = objectKey(tenantId, importJobId, String(index));
  try {
    const stored = await stores.current.put(key, body, {
      contentType: 'application/octet-stream',
      signal,
    });
    return { location: stores.current.location, key, sizeBytes: stored.size };
  } catch (cause) {
    if (cause instanceof ResponseTooLarge)
      throw new PermanentJobError(
        'file_too_large',
        `A file of the source has more than ${options.maxFileBytes} bytes.`,
      );
    throw cause;
  }
}

/** A file that a dry run reads in place: only from its beginning. */
export const remoteFile = (
  options: DownloadOptions,
  url: string,
  signal: AbortSignal,
): SourceFile => ({
  sizeBytes: null,
  async open() {
    const { body, discard } = await bodyOf(url, options, signal);
    const readable = Readable.from(body);
    readable.once('close', discard);
    return readable;
  },
});
