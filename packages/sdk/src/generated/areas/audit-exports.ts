// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `auditExports`. */
export interface AuditExportsResource {
  /**
   * Creates an export of the audit log.
   *
   * The export contains the records that were in the audit log when the export was created.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const auditExport = await platform.auditExports.create({
   *   from: '2026-11-20T09:30:00.000Z',
   *   to: '2026-11-20T09:30:00.000Z',
   * });
   */
  create(
    body: api.CreateAuditExportRequest,
    options?: KeyedOptions,
  ): Call<
    api.AuditExport,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication' | 'limit_exceeded'
  >;

  /**
   * Lists exports of the audit log, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const auditExport of platform.auditExports.list()) console.log(auditExport);
   */
  list(
    options?: api.AuditExportsListQuery & CallOptions,
  ): PagedCall<api.ListAuditExportsResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Gets an export of the audit log.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const auditExport = await platform.auditExports.get('aex_01h455vb4pex5vsknk084sn02q');
   */
  get(exportId: string, options?: CallOptions): Call<api.AuditExport, CommonCode>;

  /**
   * Downloads one part of an export.
   *
   * Part 0 is the signed manifest, which lists the digest of every other part. `platformctl audit verify` checks them offline.
   *
   * Scopes: `tenant:compliance.read` and `tenant:events.read`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const file = await platform.auditExports.download('aex_01h455vb4pex5vsknk084sn02q');
   * console.log(await file.text());
   */
  download(
    exportId: string,
    options?: api.AuditExportsDownloadQuery & CallOptions,
  ): Call<Response, CommonCode | 'insufficient_user_authentication' | 'invalid_state'>;

  /**
   * Cancels an export or deletes its files.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.auditExports.delete('aex_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    exportId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Makes the methods of `auditExports` for a client. */
export const auditExports = (client: Client): AuditExportsResource => ({
  create: (body, options) =>
    client.call(
      { name: 'auditExports.create', method: 'POST', path: '/api/v1/audit-exports' },
      [],
      body,
      options,
    ),
  list: (options) =>
    client.list(
      {
        name: 'auditExports.list',
        method: 'GET',
        path: '/api/v1/audit-exports',
        query: ['limit', 'cursor', 'state'],
      },
      [],
      options,
    ),
  get: (exportId, options) =>
    client.call(
      { name: 'auditExports.get', method: 'GET', path: '/api/v1/audit-exports/{exportId}' },
      [exportId],
      undefined,
      options,
    ),
  download: (exportId, options) =>
    client.call(
      {
        name: 'auditExports.download',
        method: 'GET',
        path: '/api/v1/audit-exports/{exportId}/download',
        query: ['part'],
        file: true,
      },
      [exportId],
      undefined,
      options,
    ),
  delete: (exportId, options) =>
    client.call(
      {
        name: 'auditExports.delete',
        method: 'DELETE',
        path: '/api/v1/audit-exports/{exportId}',
        conditional: true,
      },
      [exportId],
      undefined,
      options,
    ),
});
