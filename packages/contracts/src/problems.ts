/**
 * The closed list of problem codes (RFC 9457). A code fixes the HTTP status and the title; `detail` and
 * `errors[]` say what happened this time. Source: docs/errors.md.
 */
export const problems = {
  malformed_request: { status: 400, title: 'The request cannot be read' },
  invalid_parameter: { status: 400, title: 'A path or query parameter is not valid' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid here' },
  token_missing: { status: 401, title: 'A bearer token is required' },
  token_invalid: { status: 401, title: 'The token is not valid' },
  token_expired: { status: 401, title: 'The token has expired' },
  issuer_untrusted: { status: 401, title: 'The token was issued by an untrusted issuer' },
  tenant_claim_missing: { status: 401, title: 'The token carries no tenant' },
  insufficient_user_authentication: {
    status: 401,
    title: 'A stronger or fresher sign-in is required',
  },
  timestamp_missing: { status: 401, title: 'The signed call carries no timestamp' },
  timestamp_out_of_tolerance: {
    status: 401,
    title: 'The timestamp of the signed call is too far off',
  },
  signature_invalid: { status: 401, title: 'The signature does not verify' },
  request_replayed: { status: 401, title: 'The signed call has been seen before' },
  insufficient_scope: { status: 403, title: 'The token lacks a required scope' },
  tenant_mismatch: { status: 403, title: 'The token belongs to another tenant' },
  tenant_suspended: { status: 403, title: 'The tenant is not active' },
  ip_denied: { status: 403, title: 'The address is denied by an IP rule of the tenant' },
  not_entitled: { status: 403, title: 'The tenant is not entitled to this capability' },
  caller_not_allowed: { status: 403, title: 'The service account may not call this surface' },
  self_approval: { status: 403, title: "One cannot approve one's own elevation" },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  conflict: { status: 409, title: 'The request conflicts with the state of the resource' },
  already_exists: { status: 409, title: 'It exists already' },
  invalid_state: { status: 409, title: 'The state does not allow this' },
  idempotency_key_in_use: {
    status: 409,
    title: 'The first request with this idempotency key is under way',
  },
  lockout_risk: { status: 409, title: 'The change would lock administrators out' },
  no_active_model: { status: 409, title: 'No authorization model is active' },
  cursor_expired: { status: 410, title: 'Events after this position are no longer kept' },
  event_expired: { status: 410, title: 'The event is no longer kept' },
  precondition_failed: { status: 412, title: 'The resource has changed' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  validation_failed: { status: 422, title: 'The request body is not valid' },
  limit_exceeded: { status: 422, title: 'A limit is exceeded' },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key came before with another body',
  },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  upstream_failed: { status: 502, title: 'A service behind the gateway failed' },
  upstream_unavailable: { status: 503, title: 'A service is not available at the moment' },
  upstream_timeout: { status: 504, title: 'A service did not answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A code of the closed list. */
export type ProblemCode = keyof typeof problems;

/** The codes of `errors[]`: what is wrong with one member of the input. */
export const fieldErrorCodes = [
  'required',
  'invalid_format',
  'unknown_member',
  'immutable',
  'reserved',
  'not_found',
  'ambiguous',
  'unknown_role',
  'unknown_version',
  'unknown_event_type',
  'unknown_attribute',
  'scheme_not_allowed',
  'userinfo_not_allowed',
  'fragment_not_allowed',
  'host_not_allowed',
  'port_not_allowed',
  'domain_not_allowed',
  'header_not_allowed',
  'schema_keyword_not_allowed',
  'consumer_domain',
  'handshake_failed',
  'endpoint_not_usable',
  'in_use',
  'system_resource',
  'not_present',
  'precondition',
  'managed_by_directory',
  'approval_required',
  'erasure_pending',
  'already_exists',
  'missing_scope',
  'limit_exceeded',
  'model_not_found',
  'type_not_found',
  'relation_not_found',
  'not_assignable',
  'condition_not_allowed',
  'condition_context_invalid',
  'condition_context_missing',
  'condition_failed',
  'self_reference',
  'expired',
  'duplicate_in_request',
  'consistency_token_invalid',
  'model_too_complex',
  'max_object_types',
  'max_relations_per_type',
  'max_model_bytes',
  'max_rewrite_nesting_depth',
  'max_models_per_tenant',
  'max_batch_size',
  'max_tuples_per_tenant',
  'max_writes_per_request',
  'max_import_tuples_per_request',
  'max_contextual_tuples',
  'check_depth_exceeded',
  'check_nodes_exceeded',
  'check_fanout_exceeded',
  'export_in_progress',
  'claim_unmet',
] as const;

/** A code of `errors[]`. */
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** One entry of `errors[]`: a JSON Pointer into the body (or `/{name}` of a parameter), a code, a sentence. */
export interface FieldError {
  pointer?: string;
  code: FieldErrorCode;
  detail: string;
}

/** The body of every answer that is not a success (`application/problem+json`, RFC 9457). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail?: string;
  instance?: string;
  requestId?: string;
  errors?: FieldError[];
  [member: string]: unknown;
}

/** Where the prose of a problem code is published. */
export const problemType = (code: ProblemCode): string =>
  `https://docs.platform.example/problems/${code}`;
