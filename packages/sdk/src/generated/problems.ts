// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.

/** Codes of the API. */
export type ApiCode = keyof StatusByCode;

/** The status of each code. */
export interface StatusByCode {
  /** Malformed request. */
  malformed_request: 400;
  /** Invalid path or query parameter. */
  invalid_parameter: 400;
  /** Invalid cursor. */
  invalid_cursor: 400;
  /** Bearer token required. */
  token_missing: 401;
  /** Invalid token. */
  token_invalid: 401;
  /** Token expired. */
  token_expired: 401;
  /** Untrusted token issuer. */
  issuer_untrusted: 401;
  /** Token has no tenant claim. */
  tenant_claim_missing: 401;
  /** Stronger or more recent sign-in required. */
  insufficient_user_authentication: 401;
  /** Signature timestamp missing. */
  timestamp_missing: 401;
  /** Signature timestamp out of tolerance. */
  timestamp_out_of_tolerance: 401;
  /** Invalid signature. */
  signature_invalid: 401;
  /** Request replayed. */
  request_replayed: 401;
  /** Insufficient scope. */
  insufficient_scope: 403;
  /** Tenant mismatch. */
  tenant_mismatch: 403;
  /** Tenant not active. */
  tenant_suspended: 403;
  /** IP address denied. */
  ip_denied: 403;
  /** Tenant not entitled. */
  not_entitled: 403;
  /** Caller not allowed. */
  caller_not_allowed: 403;
  /** Self-approval not allowed. */
  self_approval: 403;
  /** Not found. */
  not_found: 404;
  /** Method not allowed. */
  method_not_allowed: 405;
  /** Not acceptable. */
  not_acceptable: 406;
  /** Conflict. */
  conflict: 409;
  /** Resource already exists. */
  already_exists: 409;
  /** Operation not allowed in this state. */
  invalid_state: 409;
  /** Idempotency key in use. */
  idempotency_key_in_use: 409;
  /** Lockout risk. */
  lockout_risk: 409;
  /** No active authorization model. */
  no_active_model: 409;
  /** Cursor expired. */
  cursor_expired: 410;
  /** Event expired. */
  event_expired: 410;
  /** Precondition failed. */
  precondition_failed: 412;
  /** Payload too large. */
  payload_too_large: 413;
  /** Unsupported media type. */
  unsupported_media_type: 415;
  /** Validation failed. */
  validation_failed: 422;
  /** Limit exceeded. */
  limit_exceeded: 422;
  /** Idempotency key reused. */
  idempotency_key_reused: 422;
  /** Too many requests. */
  rate_limited: 429;
  /** Internal error. */
  internal_error: 500;
  /** Not supported. */
  not_implemented: 501;
  /** Upstream service failed. */
  upstream_failed: 502;
  /** Service unavailable. */
  upstream_unavailable: 503;
  /** Upstream service timed out. */
  upstream_timeout: 504;
}

/** Codes that every method can fail with. */
export type CommonCode =
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_parameter'
  | 'ip_denied'
  | 'issuer_untrusted'
  | 'malformed_request'
  | 'not_entitled'
  | 'not_found'
  | 'rate_limited'
  | 'tenant_claim_missing'
  | 'tenant_mismatch'
  | 'tenant_suspended'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'upstream_unavailable';

/** Codes of methods with a body. */
export type BodyCode = 'payload_too_large' | 'unsupported_media_type' | 'validation_failed';

/** Codes of methods with an idempotency key. */
export type KeyCode = 'idempotency_key_in_use' | 'idempotency_key_reused';

/** Codes of the entries of `errors`. */
export type FieldErrorCode =
  | 'accept_base_url_missing'
  | 'already_exists'
  | 'ambiguous'
  | 'approval_required'
  | 'assurance_unmet'
  | 'binding_entrypoint_missing'
  | 'binding_unsatisfiable'
  | 'check_depth_exceeded'
  | 'check_fanout_exceeded'
  | 'check_nodes_exceeded'
  | 'claim_unmet'
  | 'code_wrong'
  | 'condition_context_invalid'
  | 'condition_context_missing'
  | 'condition_failed'
  | 'condition_not_allowed'
  | 'connector_disabled'
  | 'connector_missing'
  | 'consistency_token_invalid'
  | 'consumer_domain'
  | 'contrast_too_low'
  | 'css_forbidden'
  | 'css_invalid'
  | 'cycle_without_interaction'
  | 'doc_type_missing'
  | 'domain_not_allowed'
  | 'duplicate_in_request'
  | 'endpoint_not_usable'
  | 'enrollment_expired'
  | 'erased_subject'
  | 'erasure_pending'
  | 'expired'
  | 'export_in_progress'
  | 'first_factor_missing'
  | 'flow_invalid'
  | 'fragment_not_allowed'
  | 'handshake_failed'
  | 'hash_out_of_bounds'
  | 'header_not_allowed'
  | 'hook_missing'
  | 'host_not_allowed'
  | 'idempotency_key_reused'
  | 'identifier_missing'
  | 'identifier_taken'
  | 'immutable'
  | 'in_use'
  | 'invalid_format'
  | 'last_sign_in_method'
  | 'limit_exceeded'
  | 'managed_by_directory'
  | 'max_batch_size'
  | 'max_contextual_tuples'
  | 'max_import_tuples_per_request'
  | 'max_model_bytes'
  | 'max_models_per_tenant'
  | 'max_object_types'
  | 'max_relations_per_type'
  | 'max_rewrite_nesting_depth'
  | 'max_stores_per_tenant'
  | 'max_tuples_per_tenant'
  | 'max_writes_per_request'
  | 'method_unavailable'
  | 'missing_scope'
  | 'model_not_found'
  | 'model_too_complex'
  | 'no_completion'
  | 'not_assignable'
  | 'not_found'
  | 'not_present'
  | 'outcome_unwired'
  | 'password_blocked'
  | 'password_too_long'
  | 'password_too_short'
  | 'port_not_allowed'
  | 'precondition'
  | 'recipient_unknown'
  | 'relation_not_found'
  | 'required'
  | 'reserved'
  | 'schema_keyword_not_allowed'
  | 'scheme_not_allowed'
  | 'self_reference'
  | 'session_too_long'
  | 'store_not_found'
  | 'system_resource'
  | 'template_required'
  | 'template_required_variable'
  | 'template_syntax'
  | 'template_unknown_filter'
  | 'template_unknown_tag'
  | 'template_unknown_variable'
  | 'type_not_found'
  | 'unknown_attribute'
  | 'unknown_event_type'
  | 'unknown_member'
  | 'unknown_role'
  | 'unknown_version'
  | 'userinfo_not_allowed'
  | 'weak_hash';
