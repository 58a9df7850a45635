import { z } from 'zod';
import { Deletion, listOf, paging, queryBoolean } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { ImportDryRun, ImportError, ImportJob } from './import-job.ts';
import {
  CreateUploadRequest,
  MigrationSource,
  MigrationUpload,
  PutMigrationSourceRequest,
  StoredUpload,
} from './migration-source.ts';

const read = allOf('tenant:migration.read');
const write = allOf('tenant:migration.write');
const path = '/api/v1/migration-sources';
const jobs = `${path}/import/jobs`;

/** Operations on migrations of users from another system. */
export const migrationOperations = operations({
  migrationSourceGet: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Gets the migration source',
    response: MigrationSource,
    errors: [],
  },
  migrationSourcePut: {
    method: 'put',
    path,
    scopes: write,
    summary: 'Configures the migration source',
    description:
      'A tenant has one migration source. It cannot be changed while an import is in progress.',
    body: PutMigrationSourceRequest,
    maxBodyBytes: 262_144,
    response: MigrationSource,
    errors: ['invalid_state', 'precondition_failed', 'upstream_unavailable'],
  },
  migrationSourceDelete: {
    method: 'delete',
    path,
    scopes: write,
    summary: 'Deletes the migration source',
    description: 'Imported users and past jobs are kept.',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
  },
  migrationUploadCreate: {
    method: 'post',
    path: `${path}/uploads`,
    scopes: write,
    summary: 'Prepares the upload of a file',
    description:
      'Send the file to `uploadUrl` within 24 hours, then use its id in the `connection` of the migration source. Files are deleted after 30 days.',
    body: CreateUploadRequest,
    response: MigrationUpload,
    noEtag: true,
    errors: ['limit_exceeded'],
  },
  migrationUploadPut: {
    method: 'put',
    path: `${path}/uploads/{id}`,
    scopes: write,
    summary: 'Uploads a file',
    description: 'The size and the SHA-256 digest must match those of the upload.',
    bodyKind: 'octets',
    mode: 'external',
    response: StoredUpload,
    noEtag: true,
    errors: ['invalid_state', 'payload_too_large', 'validation_failed'],
  },
  migrationSourceStartImport: {
    method: 'post',
    path: `${path}/import`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Starts an import or a dry run',
    description:
      'With `dryRun=true`, reads the source for up to 30 seconds without writing anything and returns a report with status 200; sources that migrate at sign-in only can be tried as well if they list their users. Otherwise, starts a job and returns it with status 202.',
    query: z.strictObject({ dryRun: queryBoolean.default(false) }),
    response: z.union([ImportDryRun, ImportJob]),
    otherStatus: 202,
    mode: 'external',
    firstByteSeconds: 45,
    noEtag: true,
    errors: ['conflict', 'invalid_state', 'upstream_unavailable'],
  },
  migrationSourceListImportJobs: {
    method: 'get',
    path: jobs,
    scopes: read,
    summary: 'Lists imports, newest first',
    query: z.strictObject(paging),
    response: listOf(ImportJob),
    noEtag: true,
    errors: [],
  },
  migrationSourceGetLatestImportJob: {
    method: 'get',
    path: `${jobs}/latest`,
    scopes: read,
    summary: 'Gets the latest import',
    response: ImportJob,
    errors: [],
  },
  migrationSourceGetImportJob: {
    method: 'get',
    path: `${jobs}/{id}`,
    scopes: read,
    summary: 'Gets an import',
    response: ImportJob,
    errors: [],
  },
  migrationSourceListImportErrors: {
    method: 'get',
    path: `${jobs}/{id}/errors`,
    scopes: read,
    summary: "Lists an import's errors, ordered by record",
    description: 'The first 10,000 errors of an import are kept for 30 days.',
    query: z.strictObject(paging),
    response: listOf(ImportError),
    noEtag: true,
    errors: [],
  },
  migrationSourceCancelImport: {
    method: 'post',
    path: `${jobs}/{id}/cancel`,
    scopes: write,
    summary: 'Cancels an import',
    description: 'Users that have already been imported are kept.',
    response: ImportJob,
    errors: ['invalid_state'],
  },
  migrationSourceResumeImport: {
    method: 'post',
    path: `${jobs}/{id}/resume`,
    scopes: write,
    summary: 'Resumes a failed or cancelled import where it stopped',
    response: ImportJob,
    errors: ['conflict', 'invalid_state'],
  },
});
