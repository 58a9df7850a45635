import type { Tx } from '@platform/kit/database';

/** A file that is announced, or is there. */
export interface UploadRecord {
  id: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
  /** The object store that holds it; null until it is uploaded. */
  location: string | null;
  expiresAt: Date;
  createdAt: Date;
}

const columns = `id, file_name, size_bytes, sha256, location, expires_at, created_at`;

export const findUpload = (tx: Tx, id: string): Promise<UploadRecord | undefined> =>
  tx.row<UploadRecord & Record<string, unknown>>(
    `SELECT ${columns} FROM migration_uploads WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );

export const insertUpload = (tx: Tx, upload: UploadRecord): Promise<number> =>
  tx.execute(
    'INSERT INTO migration_uploads (tenant_id, id, file_name, size_bytes, sha256, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [
      tx.context.tenantId,
      upload.id,
      upload.fileName,
      upload.sizeBytes,
      upload.sha256,
      upload.expiresAt,
      upload.createdAt,
    ],
  );

/** Notes that the file is there; 0 when it was there before. */
export const markUploaded = (tx: Tx, id: string, location: string): Promise<number> =>
  tx.execute(
    'UPDATE migration_uploads SET location = $3 WHERE tenant_id = $1 AND id = $2 AND location IS NULL',
    [tx.context.tenantId, id, location],
  );
