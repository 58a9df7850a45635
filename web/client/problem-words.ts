import { isProblem } from '@platform/sdk';
import type { FieldError, ProblemCode } from '@platform/sdk';
import type { Areas } from '../messages/areas.ts';
import type { FieldFault } from './form-check.ts';
import { SessionUnavailable } from './session.ts';

/** A message of the area `problems`. */
export type ProblemKey = keyof Areas['problems'];

/** A message and its values. */
export interface ProblemWords {
  key: ProblemKey;
  values?: Record<string, number>;
}

/** Codes that mean the same to a person share a sentence; those of other callers are requests that this page should not send. */
const keyOfCode: Readonly<Record<ProblemCode, ProblemKey>> = {
  malformed_request: 'invalid_request',
  invalid_parameter: 'invalid_parameter',
  invalid_cursor: 'list_expired',
  token_missing: 'session_ended',
  token_invalid: 'session_ended',
  token_expired: 'session_ended',
  issuer_untrusted: 'session_ended',
  tenant_claim_missing: 'session_ended',
  insufficient_user_authentication: 'insufficient_user_authentication',
  timestamp_missing: 'invalid_request',
  timestamp_out_of_tolerance: 'invalid_request',
  signature_invalid: 'invalid_request',
  request_replayed: 'invalid_request',
  insufficient_scope: 'insufficient_scope',
  tenant_mismatch: 'forbidden',
  tenant_suspended: 'tenant_suspended',
  ip_denied: 'ip_denied',
  not_entitled: 'not_entitled',
  caller_not_allowed: 'forbidden',
  self_approval: 'self_approval',
  not_found: 'not_found',
  method_not_allowed: 'invalid_request',
  not_acceptable: 'invalid_request',
  conflict: 'conflict',
  already_exists: 'already_exists',
  invalid_state: 'invalid_state',
  idempotency_key_in_use: 'idempotency_key_in_use',
  lockout_risk: 'lockout_risk',
  no_active_model: 'no_active_model',
  cursor_expired: 'list_expired',
  event_expired: 'event_expired',
  precondition_failed: 'precondition_failed',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'invalid_request',
  validation_failed: 'validation_failed',
  limit_exceeded: 'limit_exceeded',
  idempotency_key_reused: 'invalid_request',
  rate_limited: 'rate_limited',
  internal_error: 'internal_error',
  not_implemented: 'not_implemented',
  upstream_failed: 'unavailable',
  upstream_unavailable: 'unavailable',
  upstream_timeout: 'unavailable',
  connection_failed: 'unavailable',
  timed_out: 'unavailable',
  token_unavailable: 'session_ended',
  unexpected_response: 'unavailable',
};

/** What an error means to the person who sees it. The platform can add codes: those are told by their status. */
export function problemWords(error: unknown): ProblemWords {
  if (error instanceof SessionUnavailable) return { key: 'unavailable' };
  if (!isProblem(error)) return { key: 'unknown' };
  if (error.code === 'connection_failed' && !navigator.onLine) return { key: 'offline' };
  const key = keyOfCode[error.code] ?? (error.status >= 500 ? 'internal_error' : 'unknown');
  return key === 'rate_limited'
    ? { key, values: { seconds: error.retryAfterSeconds ?? 1 } }
    : { key };
}

const keyOfFieldCode: Readonly<Record<string, ProblemKey>> = {
  already_exists: 'field_already_exists',
  approval_required: 'field_approval_required',
  expired: 'field_expired',
  host_not_allowed: 'field_host_not_allowed',
  identifier_taken: 'field_already_exists',
  immutable: 'field_immutable',
  in_use: 'field_in_use',
  invalid_format: 'field_invalid_format',
  limit_exceeded: 'field_limit_exceeded',
  managed_by_directory: 'field_managed_by_directory',
  missing_scope: 'field_missing_scope',
  not_found: 'field_not_found',
  password_blocked: 'field_password_blocked',
  required: 'field_required',
  reserved: 'field_reserved',
  system_resource: 'field_system_resource',
  too_large: 'field_too_large',
  too_long: 'field_too_long',
  too_many: 'field_too_many',
  too_short: 'field_too_short',
  too_small: 'field_too_small',
  unknown_role: 'field_unknown_role',
};

/** What is wrong with a field: a finding of the browser, or of the platform. Undefined for a code without words: show its `detail`. */
export function fieldWords(finding: FieldFault | FieldError): ProblemWords | undefined {
  const key = keyOfFieldCode[finding.code];
  if (!key) return undefined;
  return 'limit' in finding ? { key, values: { limit: finding.limit } } : { key };
}

/** The name of the field that a JSON Pointer of `errors` is about: `/name/givenName` is `name.givenName`. */
export const fieldOfPointer = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
