/**
 * The closed list of problem codes (RFC 9457). A code determines the HTTP status and the title;
 * `detail` and `errors[]` describe the occurrence. Source: docs/errors.md.
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

/** The codes of `errors[]`, each describing what is wrong with one property of the input. */
export const fieldErrorMeanings = {
  required: 'The property is missing.',
  invalid_format: 'The value is malformed or outside its allowed range.',
  unknown_member: 'The property or query parameter does not exist. Check its spelling.',
  immutable: 'The property cannot be changed.',
  reserved: 'The name is reserved for the platform.',
  not_found: 'What the property refers to does not exist.',
  ambiguous: 'The value matches several resources.',
  unknown_role: 'The role does not exist.',
  unknown_version: 'The version does not exist.',
  unknown_event_type: 'The event type is not in the catalog, or cannot be subscribed to.',
  unknown_attribute: 'The attribute is not in the attribute schema.',
  scheme_not_allowed: 'The URL has a scheme that is not allowed. Use https.',
  userinfo_not_allowed: 'The URL contains a user name or password.',
  fragment_not_allowed: 'The URL contains a fragment.',
  host_not_allowed:
    'The URL has a host that the platform does not call, such as a private address.',
  port_not_allowed: 'The URL has a port that the platform does not call.',
  domain_not_allowed: 'The domain is a public suffix or belongs to the platform.',
  header_not_allowed: 'The header is set by the platform or must not be sent.',
  schema_keyword_not_allowed: 'The JSON Schema uses a keyword that is not supported.',
  consumer_domain: 'The domain belongs to a consumer e-mail provider.',
  handshake_failed: 'The webhook endpoint did not consent to deliveries.',
  endpoint_not_usable: 'The webhook endpoint does not exist or has another purpose.',
  in_use: 'The resource is in use and cannot be deleted.',
  system_resource: 'The resource belongs to the platform and cannot be changed.',
  not_present: 'The resource does not exist in the expected form.',
  precondition: 'A precondition of the request is not met.',
  managed_by_directory: 'A directory manages the resource. Change it there.',
  approval_required: 'The eligible assignment must require approval.',
  erasure_pending: 'An erasure of the data subject is in progress.',
  erased_subject: 'The data subject has been erased.',
  weak_hash: 'The password hash is weak, and the migration source does not allow weak hashes.',
  hash_out_of_bounds: 'The cost parameters of the password hash are outside the allowed range.',
  already_exists: 'Another resource already has this value.',
  identifier_taken:
    'Another API has this identifier, or had it until it was deleted at most 30 days ago.',
  missing_scope: 'The token lacks this scope.',
  limit_exceeded: 'A limit is exceeded. `detail` states which one.',
  idempotency_key_reused: 'The idempotency key was used with a different request.',
  model_not_found: 'The authorization model does not exist.',
  store_not_found: 'The store does not exist.',
  type_not_found: 'The type does not exist in the authorization model.',
  relation_not_found: 'The relation does not exist for the type.',
  not_assignable: 'The relation does not accept this subject, or is computed.',
  condition_not_allowed:
    'The model does not allow this condition here, or requires a different one.',
  condition_context_invalid: 'The context or parameters of a condition are not valid.',
  condition_context_missing: 'The context lacks a parameter that a condition requires.',
  condition_failed: 'The expression of a condition could not be evaluated.',
  self_reference: 'A set would contain itself, or a relation is computed from itself.',
  expired: 'The expiry is in the past.',
  duplicate_in_request: 'The entry repeats an earlier one of the request.',
  consistency_token_invalid: 'The consistency token does not belong to this store.',
  model_too_complex: 'Parsing the model or condition takes too much time or memory.',
  max_object_types: 'The model has too many types.',
  max_relations_per_type: 'A type has too many relations.',
  max_model_bytes: 'The model is too large.',
  max_rewrite_nesting_depth: 'A relation is nested too deeply.',
  max_models_per_tenant: 'The tenant has too many models.',
  max_stores_per_tenant: 'The tenant has too many named stores.',
  max_batch_size: 'The batch has too many entries.',
  max_tuples_per_tenant: 'The tenant has too many relation tuples.',
  max_writes_per_request: 'The request has too many writes and deletes.',
  max_import_tuples_per_request: 'The import has too many tuples.',
  max_contextual_tuples: 'The request has too many contextual tuples.',
  check_depth_exceeded: 'The check exceeds the maximum depth.',
  check_nodes_exceeded: 'The check expands too many goals.',
  check_fanout_exceeded: 'A relation of one object has too many tuples to expand.',
  export_in_progress: 'Another export is pending or running.',
  claim_unmet: 'A required claim is not available.',
  contrast_too_low: 'The contrast of two colors does not meet WCAG 2.2 AA.',
  password_blocked:
    "The password is too common, too easy to guess, known from a data breach, or equal to the user's personal data.",
  password_too_long: 'The password is too long.',
  password_too_short: 'The password is too short.',
  code_wrong: 'The code or the response of the authenticator is not correct.',
  enrollment_expired: 'The enrollment has expired or has been completed. Start it again.',
  last_sign_in_method: 'Without this sign-in method, the user could not sign in.',
  css_invalid: 'The style sheet is not valid CSS.',
  css_forbidden: 'The style sheet uses something that is not allowed.',
  recipient_unknown: 'There is no verified e-mail address to send the message to.',
  accept_base_url_missing: 'The operator has not configured the address of invitation pages.',
  template_required: 'The template cannot be disabled.',
  template_required_variable: 'The template must use this variable in every branch.',
  template_syntax: 'The template has a syntax error.',
  template_unknown_variable: 'The variable does not exist for this type.',
  template_unknown_tag: 'The tag is not supported.',
  template_unknown_filter: 'The filter is not supported.',
  flow_invalid: 'The login flow has problems of severity `error`.',
  binding_unsatisfiable: 'No path of the login flow can satisfy the binding.',
  outcome_unwired: 'An outcome of a step has no next step.',
  no_completion: 'No path of the login flow completes.',
  cycle_without_interaction: 'The login flow has a cycle without user interaction.',
  identifier_missing: 'A path authenticates the user before identifying them.',
  first_factor_missing: 'A path completes without a first factor.',
  assurance_unmet: 'A path does not reach the required assurance.',
  session_too_long: 'The session is longer than the assurance allows.',
  method_unavailable: 'A sign-in method is not available.',
  connector_missing: 'A connector does not exist.',
  connector_disabled: 'A connector is disabled.',
  hook_missing: 'A hook does not exist or is disabled.',
  doc_type_missing: 'A legal document type has no active document.',
  binding_entrypoint_missing: 'An entry point that a binding uses does not exist.',
} as const;

/** A code of `errors[]`. */
export type FieldErrorCode = keyof typeof fieldErrorMeanings;

/** All codes of `errors[]`. */
export const fieldErrorCodes = Object.keys(fieldErrorMeanings) as FieldErrorCode[];

/** One entry of `errors[]`: a JSON Pointer into the body (or `/{name}` of a parameter), a code, a sentence. */
export interface FieldError {
  pointer?: string;
  code: FieldErrorCode;
  detail: string;
}

/** The body of every unsuccessful response (`application/problem+json`, RFC 9457). */
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

/**
 * Returns the URL of the page that explains a problem code, below the base URL of the API; without
 * one, a relative reference (RFC 9457 §3.1.1).
 */
export const problemType = (code: ProblemCode, apiUrl = ''): string => `${apiUrl}/problems/${code}`;
