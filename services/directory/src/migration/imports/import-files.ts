import type { Tx } from '@platform/kit/database';
import { PermanentJobError } from '@platform/kit/jobs';
import { download } from '../readers/downloads.ts';
import type { DownloadOptions, KeptFile } from '../readers/downloads.ts';
import { filesOf } from '../sources/migration-source.ts';
import type { SourceRecord } from '../sources/migration-source.ts';
import { uploadKey } from '../uploads/upload-handlers.ts';
import { findUpload } from '../uploads/upload-store.ts';

const gone = (id: string) =>
  new PermanentJobError(
    'file_not_found',
    `The file of the upload ${id} has expired. Upload it again.`,
  );

async function uploaded(tx: Tx, id: string): Promise<KeptFile> {
  const upload = await findUpload(tx, id);
  if (!upload || upload.location === null) throw gone(id);
  return {
    location: upload.location,
    key: uploadKey(tx.context.tenantId, id),
    sizeBytes: upload.sizeBytes,
  };
}

/** The files of a source in the object store. Files at URLs are copied there first. */
export async function gatherFiles(
  source: SourceRecord,
  importJobId: string,
  options: DownloadOptions & { read<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  signal: AbortSignal,
): Promise<KeptFile[]> {
  if (source.kind === 'http' || source.kind === 'ldap') return [];
  const kept: KeptFile[] = [];
  for (const [index, file] of filesOf(source).entries())
    kept.push(
      'uploadId' in file
        ? await options.read((tx) => uploaded(tx, file.uploadId))
        : await download(options, { url: file.url, importJobId, index }, signal),
    );
  return kept;
}
