// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { Octets } from '../../request.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `migrationSources`. */
export interface MigrationSourcesResource {
  /**
   * Gets the migration source.
   *
   * Scopes: `tenant:migration.read`.
   * @example
   * const migrationSource = await platform.migrationSources.get();
   */
  get(options?: CallOptions): Call<api.MigrationSource, CommonCode>;

  /**
   * Configures the migration source.
   *
   * A tenant has one migration source. It cannot be changed while an import is in progress.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const migrationSource = await platform.migrationSources.put({
   *   kind: 'http',
   *   connection: {},
   *   credential: { type: 'bearer', token: 'example' },
   *   mapping: [],
   *   options: {},
   * });
   */
  put(
    body: api.PutMigrationSourceRequest,
    options?: ConditionalOptions,
  ): Call<api.MigrationSource, CommonCode | BodyCode | 'invalid_state' | 'precondition_failed'>;

  /**
   * Deletes the migration source.
   *
   * Imported users and past jobs are kept.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * await platform.migrationSources.delete();
   */
  delete(
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'invalid_state' | 'precondition_failed'>;

  readonly uploads: MigrationSourcesUploadsResource;

  readonly imports: MigrationSourcesImportsResource;
}

/** Methods of `migrationSources.uploads`. */
export interface MigrationSourcesUploadsResource {
  /**
   * Prepares the upload of a file.
   *
   * Send the file to `uploadUrl` within 24 hours, then use its id in the `connection` of the migration source. Files are deleted after 30 days.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const migrationUpload = await platform.migrationSources.uploads.create({
   *   fileName: 'users.ndjson',
   *   sizeBytes: 1,
   *   sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
   * });
   */
  create(
    body: api.CreateUploadRequest,
    options?: KeyedOptions,
  ): Call<api.MigrationUpload, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;

  /**
   * Uploads a file.
   *
   * The size and the SHA-256 digest must match those of the upload.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `invalid_state`, `payload_too_large`, `validation_failed`.
   * @example
   * const storedUpload = await platform.migrationSources.uploads.put(
   *   'upl_01h455vb4pex5vsknk084sn02q',
   *   new Blob(['{}\n']),
   * );
   */
  put(
    id: string,
    body: Octets,
    options?: CallOptions,
  ): Call<
    api.StoredUpload,
    CommonCode | 'invalid_state' | 'payload_too_large' | 'validation_failed'
  >;
}

/** Methods of `migrationSources.imports`. */
export interface MigrationSourcesImportsResource {
  /**
   * Starts an import or a dry run.
   *
   * With `dryRun=true`, reads the source for up to 30 seconds without writing anything and returns a report with status 200; sources that migrate at sign-in only can be tried as well if they list their users. Otherwise, starts a job and returns it with status 202.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `conflict`, `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const migrationSourcesImportsStart = await platform.migrationSources.imports.start();
   */
  start(
    options?: api.MigrationSourcesImportsStartQuery & KeyedOptions,
  ): Call<
    api.MigrationSourcesImportsStartResponse,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'conflict'
    | 'insufficient_user_authentication'
    | 'invalid_state'
  >;

  /**
   * Lists imports, newest first.
   *
   * Scopes: `tenant:migration.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const importJob of platform.migrationSources.imports.list())
   *   console.log(importJob);
   */
  list(
    options?: api.MigrationSourcesImportsListQuery & CallOptions,
  ): PagedCall<api.ImportJobList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets the latest import.
   *
   * Scopes: `tenant:migration.read`.
   * @example
   * const importJob = await platform.migrationSources.imports.getLatest();
   */
  getLatest(options?: CallOptions): Call<api.ImportJob, CommonCode>;

  /**
   * Gets an import.
   *
   * Scopes: `tenant:migration.read`.
   * @example
   * const importJob = await platform.migrationSources.imports.get(
   *   'imj_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, options?: CallOptions): Call<api.ImportJob, CommonCode>;

  /**
   * Cancels an import.
   *
   * Users that have already been imported are kept.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const importJob = await platform.migrationSources.imports.cancel(
   *   'imj_01h455vb4pex5vsknk084sn02q',
   * );
   */
  cancel(
    id: string,
    options?: KeyedOptions,
  ): Call<api.ImportJob, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  /**
   * Resumes a failed or cancelled import where it stopped.
   *
   * Scopes: `tenant:migration.write`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const importJob = await platform.migrationSources.imports.resume(
   *   'imj_01h455vb4pex5vsknk084sn02q',
   * );
   */
  resume(
    id: string,
    options?: KeyedOptions,
  ): Call<api.ImportJob, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  readonly errors: MigrationSourcesImportsErrorsResource;
}

/** Methods of `migrationSources.imports.errors`. */
export interface MigrationSourcesImportsErrorsResource {
  /**
   * Lists an import's errors, ordered by record.
   *
   * The first 10,000 errors of an import are kept for 30 days.
   *
   * Scopes: `tenant:migration.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const importError of platform.migrationSources.imports.errors.list(
   *   'imj_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(importError);
   */
  list(
    id: string,
    options?: api.MigrationSourcesImportsErrorsListQuery & CallOptions,
  ): PagedCall<api.ImportErrorList, CommonCode | 'invalid_cursor'>;
}

/** Makes the methods of `migrationSources` for a client. */
export const migrationSources = (client: Client): MigrationSourcesResource => ({
  get: (options) =>
    client.call(
      { name: 'migrationSources.get', method: 'GET', path: '/api/v1/migration-sources' },
      [],
      undefined,
      options,
    ),
  put: (body, options) =>
    client.call(
      {
        name: 'migrationSources.put',
        method: 'PUT',
        path: '/api/v1/migration-sources',
        conditional: true,
      },
      [],
      body,
      options,
    ),
  delete: (options) =>
    client.call(
      {
        name: 'migrationSources.delete',
        method: 'DELETE',
        path: '/api/v1/migration-sources',
        conditional: true,
      },
      [],
      undefined,
      options,
    ),
  uploads: {
    create: (body, options) =>
      client.call(
        {
          name: 'migrationSources.uploads.create',
          method: 'POST',
          path: '/api/v1/migration-sources/uploads',
        },
        [],
        body,
        options,
      ),
    put: (id, body, options) =>
      client.call(
        {
          name: 'migrationSources.uploads.put',
          method: 'PUT',
          path: '/api/v1/migration-sources/uploads/{id}',
          octets: true,
        },
        [id],
        body,
        options,
      ),
  },
  imports: {
    start: (options) =>
      client.call(
        {
          name: 'migrationSources.imports.start',
          method: 'POST',
          path: '/api/v1/migration-sources/import',
          query: ['dryRun'],
          seconds: 45,
        },
        [],
        undefined,
        options,
      ),
    list: (options) =>
      client.list(
        {
          name: 'migrationSources.imports.list',
          method: 'GET',
          path: '/api/v1/migration-sources/import/jobs',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    getLatest: (options) =>
      client.call(
        {
          name: 'migrationSources.imports.getLatest',
          method: 'GET',
          path: '/api/v1/migration-sources/import/jobs/latest',
        },
        [],
        undefined,
        options,
      ),
    get: (id, options) =>
      client.call(
        {
          name: 'migrationSources.imports.get',
          method: 'GET',
          path: '/api/v1/migration-sources/import/jobs/{id}',
        },
        [id],
        undefined,
        options,
      ),
    cancel: (id, options) =>
      client.call(
        {
          name: 'migrationSources.imports.cancel',
          method: 'POST',
          path: '/api/v1/migration-sources/import/jobs/{id}/cancel',
        },
        [id],
        undefined,
        options,
      ),
    resume: (id, options) =>
      client.call(
        {
          name: 'migrationSources.imports.resume',
          method: 'POST',
          path: '/api/v1/migration-sources/import/jobs/{id}/resume',
        },
        [id],
        undefined,
        options,
      ),
    errors: {
      list: (id, options) =>
        client.list(
          {
            name: 'migrationSources.imports.errors.list',
            method: 'GET',
            path: '/api/v1/migration-sources/import/jobs/{id}/errors',
            query: ['limit', 'cursor'],
          },
          [id],
          options,
        ),
    },
  },
});
