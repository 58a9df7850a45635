import { openAsBlob } from 'node:fs';
import { failure } from '@platform/command-line/failure';
import { isProblem } from '@platform/sdk';
import type {
  ImportDryRun,
  ImportJob,
  MigrationSourcesResource,
  PutMigrationSourceRequest,
} from '@platform/sdk';
import { untilDone } from '../until-done.ts';
import type { ImportFiles, ImportState } from './import-state.ts';
import type { PreparedFile } from './prepared-file.ts';

export type ImportOptions = NonNullable<
  Extract<PutMigrationSourceRequest, { kind: 'ndjson' }>['options']
>;

const isOpen = ({ state }: ImportJob): boolean => state === 'PENDING' || state === 'RUNNING';

/** Sends the file; the platform checks its size and digest. */
export async function uploadFile(
  sources: MigrationSourcesResource,
  fileName: string,
  { prepared, write }: ImportFiles,
  { sizeBytes, sha256 }: PreparedFile,
): Promise<string> {
  const { id } = await sources.uploads.create({ fileName, sizeBytes, sha256 });
  await sources.uploads.put(id, await openAsBlob(prepared));
  write({ uploadId: id });
  return id;
}

/** Makes the uploaded file the migration source of the tenant, which has only one. */
export async function configureSource(
  sources: MigrationSourcesResource,
  uploadId: string,
  { options, replaces }: { options: ImportOptions; replaces: boolean },
): Promise<void> {
  const present = await sources.get().recover({ not_found: () => undefined });
  if (present && present.kind !== 'ndjson' && !replaces)
    throw failure(
      'conflict',
      `The tenant has a migration source of the kind ${present.kind}. Replace it with --replace-source.`,
    );
  await sources.put({ kind: 'ndjson', connection: { file: { uploadId } }, options });
}

/** Tries an import without writing anything. */
export const tryImport = async (sources: MigrationSourcesResource): Promise<ImportDryRun> =>
  (await sources.imports.start({ dryRun: true })) as ImportDryRun;

/**
 * Starts the import, or continues one that ended early. The key of the upload makes a second start the same import, if the command was
 * killed before it stored the first.
 */
export async function startJob(
  sources: MigrationSourcesResource,
  { uploadId, jobId }: ImportState,
): Promise<ImportJob> {
  if (jobId === undefined)
    return (await sources.imports.start({ idempotencyKey: `import-${uploadId}` })) as ImportJob;
  const job = await sources.imports.get(jobId);
  if (isOpen(job) || job.state === 'COMPLETED') return job;
  return sources.imports.resume(jobId);
}

/** Follows an import to its end. A failed request, such as during a restart of the platform, is repeated with the next one. */
export const followJob = (
  sources: MigrationSourcesResource,
  job: ImportJob,
  report: (job: ImportJob) => void,
): Promise<ImportJob> => {
  let latest = job;
  return untilDone(
    job,
    (one) => !isOpen(one),
    async () => {
      try {
        latest = await sources.imports.get(job.id);
      } catch (error) {
        if (!isProblem(error) || (error.status !== 0 && error.status < 500)) throw error;
      }
      return latest;
    },
    report,
  );
};
