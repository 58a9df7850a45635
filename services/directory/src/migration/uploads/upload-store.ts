import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';

const uploads = directory.table('migrationUploads');

/** An announced or stored file. Once stored, `location` is its object store. */
export type UploadRecord = RowOf<typeof uploads>;

export const findUpload = (tx: Tx, id: string): Promise<UploadRecord | undefined> =>
  uploads.find(tx, { id });

export const insertUpload = (
  tx: Tx,
  { id, fileName, sizeBytes, sha256, expiresAt, createdAt }: Omit<UploadRecord, 'location'>,
): Promise<number> => uploads.insert(tx, { id, fileName, sizeBytes, sha256, expiresAt, createdAt });

/** Marks the file as stored; 0 if it already was. */
export const markUploaded = (tx: Tx, id: string, location: string): Promise<number> =>
  uploads.update(tx, { id, location: null }, { location });
