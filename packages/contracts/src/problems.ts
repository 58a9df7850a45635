/**
 * The closed list of problem codes (RFC 9457). A code fixes the HTTP status and the title; `detail` and
 * `errors[]` say what happened this time. Source: docs/errors.md.
 */
export const problems = {
  malformed_request: { status: 400, title: 'Malformed request' },
  invalid_parameter: { status: 400, title: 'Invalid path or query parameter' },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  token_missing: { status: 401, title: 'Bearer token required' },
  token_invalid: { status: 401, title: 'Invalid token' },
  token_expired: { status: 401, title: 'Token expired' },
  issuer_untrusted: { status: 401, title: 'Untrusted token issuer' },
  tenant_claim_missing: { status: 401, title: 'Token has no tenant claim' },
  insufficient_user_authentication: {
    status: 401,
    title: 'Stronger or more recent sign-in required',
  },
  timestamp_missing: { status: 401, title: 'Signature timestamp missing' },
  timestamp_out_of_tolerance: {
    status: 401,
    title: 'Signature timestamp out of tolerance',
  },
  signature_invalid: { status: 401, title: 'Invalid signature' },
  request_replayed: { status: 401, title: 'Request replayed' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  tenant_mismatch: { status: 403, title: 'Tenant mismatch' },
  tenant_suspended: { status: 403, title: 'Tenant not active' },
  ip_denied: { status: 403, title: 'IP address denied' },
  not_entitled: { status: 403, title: 'Tenant not entitled' },
  caller_not_allowed: { status: 403, title: 'Caller not allowed' },
  self_approval: { status: 403, title: 'Self-approval not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  conflict: { status: 409, title: 'Conflict' },
  already_exists: { status: 409, title: 'Resource already exists' },
  invalid_state: { status: 409, title: 'Operation not allowed in this state' },
  idempotency_key_in_use: {
    status: 409,
    title: 'Idempotency key in use',
  },
  lockout_risk: { status: 409, title: 'Lockout risk' },
  no_active_model: { status: 409, title: 'No active authorization model' },
  cursor_expired: { status: 410, title: 'Cursor expired' },
  event_expired: { status: 410, title: 'Event expired' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Validation failed' },
  limit_exceeded: { status: 422, title: 'Limit exceeded' },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
  },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  not_implemented: { status: 501, title: 'Not supported' },
  upstream_failed: { status: 502, title: 'Upstream service failed' },
  upstream_unavailable: { status: 503, title: 'Service unavailable' },
  upstream_timeout: { status: 504, title: 'Upstream service timed out' },
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
  'erased_subject',
  'weak_hash',
  'hash_out_of_bounds',
  'already_exists',
  'missing_scope',
  'limit_exceeded',
  'idempotency_key_reused',
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
  'contrast_too_low',
  'password_blocked',
  'password_too_long',
  'password_too_short',
  'css_invalid',
  'css_forbidden',
  'recipient_unknown',
  'accept_base_url_missing',
  'template_required',
  'template_required_variable',
  'template_syntax',
  'template_unknown_variable',
  'template_unknown_tag',
  'template_unknown_filter',
  'flow_invalid',
  'binding_unsatisfiable',
  'outcome_unwired',
  'no_completion',
  'cycle_without_interaction',
  'identifier_missing',
  'first_factor_missing',
  'assurance_unmet',
  'session_too_long',
  'method_unavailable',
  'connector_missing',
  'connector_disabled',
  'hook_missing',
  'doc_type_missing',
  'binding_entrypoint_missing',
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

/** The page that explains a problem code, below the base URL of the API; without one a relative reference (RFC 9457 §3.1.1). */
export const problemType = (code: ProblemCode, apiUrl = ''): string => `${apiUrl}/problems/${code}`;
