// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `auditRecords`. */
export interface AuditRecordsResource {
  /**
   * Lists audit records, newest first.
   *
   * A page can be short or empty even if `hasMore` is true: continue with `nextCursor`.
   *
   * Scopes: `tenant:compliance.read` and `tenant:events.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const auditRecord of platform.auditRecords.list()) console.log(auditRecord);
   */
  list(
    options?: api.AuditRecordsListQuery & CallOptions,
  ): PagedCall<api.ListAuditRecordsResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Gets an audit record.
   *
   * Scopes: `tenant:compliance.read` and `tenant:events.read`.
   * @example
   * const auditRecord = await platform.auditRecords.get('example');
   */
  get(seq: string, options?: CallOptions): Call<api.AuditRecord, CommonCode>;
}

/** Makes the methods of `auditRecords` for a client. */
export const auditRecords = (client: Client): AuditRecordsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'auditRecords.list',
        method: 'GET',
        path: '/api/v1/audit-records',
        query: [
          'actorId',
          'subjectId',
          'clientId',
          'organizationId',
          'operationId',
          'outcome',
          'from',
          'to',
          'limit',
          'cursor',
        ],
      },
      [],
      options,
    ),
  get: (seq, options) =>
    client.call(
      { name: 'auditRecords.get', method: 'GET', path: '/api/v1/audit-records/{seq}', text: true },
      [seq],
      undefined,
      options,
    ),
});
