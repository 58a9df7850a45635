import { isId } from '@platform/contracts';
import type { migrationOperations } from '@platform/contracts';
import type { Handlers, Upload } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { DigestMismatch, objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { found, invalid, problem } from '@platform/kit/problem';
import { findUpload, insertUpload, markUploaded } from './upload-store.ts';
import type { UploadRecord } from './upload-store.ts';

type Operations = Pick<typeof migrationOperations, 'migrationUploadCreate' | 'migrationUploadPut'>;

export interface UploadHandlerOptions {
  stores: Pick<ObjectStores, 'current'>;
  maxFileBytes: number;
  clock: () => number;
}

const uploadHours = 24;
const contentType = 'application/octet-stream';

/** The object of an upload. */
export const uploadKey = (tenantId: string, uploadId: string): string =>
  objectKey(tenantId, uploadId);

/** Stores the file if it matches its announcement. */
async function storeFile(
  { stores, maxFileBytes }: UploadHandlerOptions,
  key: string,
  { sizeBytes, sha256 }: UploadRecord,
  upload: Upload,
): Promise<void> {
  if (upload.length !== undefined && upload.length !== sizeBytes)
    throw invalid('', 'invalid_format', `must have ${sizeBytes} bytes, the size of the upload`);
  const content = upload.read(Math.min(sizeBytes, maxFileBytes));
  await stores.current.put(key, content, { contentType, sha256 }).catch((error: unknown) => {
    if (error instanceof DigestMismatch)
      throw invalid('', 'invalid_format', 'must have the SHA-256 digest of the upload');
    throw error;
  });
}

/**
 * The files pass through the service whatever the store, so that no URL of the store is exposed.
 */
export const uploadHandlers = (options: UploadHandlerOptions): Handlers<Operations> => ({
  async migrationUploadCreate({ tx, body }) {
    if (body.sizeBytes > options.maxFileBytes)
      throw invalid('/sizeBytes', 'limit_exceeded', `must be at most ${options.maxFileBytes}`);
    const createdAt = new Date(options.clock());
    const expiresAt = new Date(options.clock() + uploadHours * 3_600_000);
    const id = newId('migrationUpload');
    await insertUpload(tx, { ...body, id, expiresAt, createdAt });
    return {
      id,
      uploadUrl: `/api/v1/migration-sources/uploads/${id}`,
      method: 'PUT' as const,
      headers: { 'content-type': contentType },
      expiresAt: expiresAt.toISOString(),
    };
  },

  async migrationUploadPut({ principal, params, upload, read, commit }) {
    const { id } = params;
    const announced = found(
      isId('migrationUpload', id) ? await read((tx) => findUpload(tx, id)) : undefined,
    );
    if (announced.location !== null)
      throw problem('invalid_state', {
        detail: 'The file has already been uploaded; create another upload',
      });
    if (announced.expiresAt.getTime() < options.clock())
      throw problem('invalid_state', { detail: 'The upload has expired; create another one' });
    await storeFile(options, uploadKey(principal.tenantId, id), announced, upload);
    const { sizeBytes, sha256 } = announced;
    await commit(async (tx) => {
      // Two concurrent uploads have both stored the same bytes.
      await markUploaded(tx, id, options.stores.current.location);
      return { id, sizeBytes, sha256 };
    });
    return { id, sizeBytes, sha256 };
  },
});
