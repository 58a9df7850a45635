// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedOptions } from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `auditLog`. */
export interface AuditLogResource {
  /**
   * Gets the extent of the audit log.
   *
   * The log is sealed up to the record of the last checkpoint.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const auditLog = await platform.auditLog.get();
   */
  get(options?: CallOptions): Call<api.AuditLog, CommonCode>;

  readonly verifications: AuditLogVerificationsResource;
}

/** Methods of `auditLog.verifications`. */
export interface AuditLogVerificationsResource {
  /**
   * Starts a verification of the audit log.
   *
   * Verifies each record with its commitments, the chain from the oldest kept record to the newest, and the checkpoints that seal it. Returns the verification that is running, if there is one.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const auditVerification = await platform.auditLog.verifications.create({});
   */
  create(
    body?: api.CreateAuditVerificationRequest,
    options?: KeyedOptions,
  ): Call<api.AuditVerification, CommonCode | BodyCode | KeyCode>;

  /**
   * Gets a verification of the audit log.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const auditVerification = await platform.auditLog.verifications.get(
   *   'auv_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(verificationId: string, options?: CallOptions): Call<api.AuditVerification, CommonCode>;
}

/** Makes the methods of `auditLog` for a client. */
export const auditLog = (client: Client): AuditLogResource => ({
  get: (options) =>
    client.call(
      { name: 'auditLog.get', method: 'GET', path: '/api/v1/audit-log' },
      [],
      undefined,
      options,
    ),
  verifications: {
    create: (body, options) =>
      client.call(
        {
          name: 'auditLog.verifications.create',
          method: 'POST',
          path: '/api/v1/audit-log/verifications',
        },
        [],
        body,
        options,
      ),
    get: (verificationId, options) =>
      client.call(
        {
          name: 'auditLog.verifications.get',
          method: 'GET',
          path: '/api/v1/audit-log/verifications/{verificationId}',
        },
        [verificationId],
        undefined,
        options,
      ),
  },
});
