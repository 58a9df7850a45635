import type { FieldError, FieldErrorCode, ProblemCode } from '../problems.ts';

/** HTTP statuses of the error codes of OpenFGA that the API uses. */
const statuses = {
  auth_failed_invalid_bearer_token: 401,
  bearer_token_missing: 401,
  forbidden: 403,
  validation_error: 400,
  authorization_model_not_found: 400,
  authorization_model_resolution_too_complex: 400,
  invalid_write_input: 400,
  cannot_allow_duplicate_tuples_in_one_request: 400,
  invalid_continuation_token: 400,
  invalid_expand_input: 400,
  write_failed_due_to_invalid_input: 400,
  latest_authorization_model_not_found: 400,
  type_not_found: 400,
  relation_not_found: 400,
  invalid_tuple: 400,
  page_size_invalid: 400,
  exceeded_entity_limit: 400,
  invalid_authorization_model: 400,
  unsupported_schema_version: 400,
  store_id_not_found: 404,
  undefined_endpoint: 404,
  unimplemented: 404,
  Aborted: 409,
  failed_precondition: 412,
  rate_limit_exceeded: 429,
  internal_error: 500,
  deadline_exceeded: 500,
  unavailable: 503,
} as const;

/** An error code of OpenFGA. */
export type OpenfgaErrorCode = keyof typeof statuses;

/** A code and the sentence that OpenFGA has for an occurrence. */
export interface OpenfgaReason {
  code: OpenfgaErrorCode;
  message: string;
}

/** The parts of a problem that decide the error. */
export interface OpenfgaErrorSource {
  code: ProblemCode;
  message: string;
  details: {
    errors?: readonly FieldError[] | undefined;
    /** `openfga` names the error exactly. */
    members?: Record<string, unknown> | undefined;
  };
}

const tooComplex: OpenfgaReason = {
  code: 'authorization_model_resolution_too_complex',
  message:
    'Authorization Model resolution required too many rewrite rules to be resolved. Check your authorization model for infinite recursion or too much nesting',
};

/** Errors that a code of `errors[]` decides, whatever the request. */
const byReason: Partial<Record<FieldErrorCode, OpenfgaErrorCode | OpenfgaReason>> = {
  check_depth_exceeded: tooComplex,
  check_nodes_exceeded: tooComplex,
  check_fanout_exceeded: tooComplex,
  store_not_found: { code: 'store_id_not_found', message: 'Store ID not found' },
  model_not_found: 'authorization_model_not_found',
  max_batch_size: 'validation_error',
  max_contextual_tuples: 'validation_error',
};

const byCode: Partial<Record<ProblemCode, OpenfgaErrorCode | OpenfgaReason>> = {
  invalid_cursor: { code: 'invalid_continuation_token', message: 'Invalid continuation token' },
  cursor_expired: 'invalid_continuation_token',
  token_missing: { code: 'bearer_token_missing', message: 'missing bearer token' },
  token_invalid: 'auth_failed_invalid_bearer_token',
  token_expired: 'auth_failed_invalid_bearer_token',
  issuer_untrusted: 'auth_failed_invalid_bearer_token',
  tenant_claim_missing: 'auth_failed_invalid_bearer_token',
  not_found: 'undefined_endpoint',
  method_not_allowed: 'unimplemented',
  not_implemented: 'unimplemented',
  no_active_model: 'latest_authorization_model_not_found',
  precondition_failed: 'failed_precondition',
  limit_exceeded: 'exceeded_entity_limit',
  payload_too_large: 'exceeded_entity_limit',
  rate_limited: 'rate_limit_exceeded',
  internal_error: { code: 'internal_error', message: 'Internal Server Error' },
  upstream_failed: 'internal_error',
  upstream_unavailable: 'unavailable',
  upstream_timeout: { code: 'deadline_exceeded', message: 'Request Deadline Exceeded' },
};

/** Errors of the classes of statuses, for every other code. */
const byStatus = (status: number): OpenfgaErrorCode => {
  if (status === 401) return 'auth_failed_invalid_bearer_token';
  if (status === 403) return 'forbidden';
  if (status === 409) return 'Aborted';
  return status >= 500 ? 'internal_error' : 'validation_error';
};

/**
 * Returns an error in the form of OpenFGA.
 * @param problem the problem of the platform
 * @param problemStatus its status
 */
export function openfgaErrorOf(
  { code, message, details: { errors = [], members } }: OpenfgaErrorSource,
  problemStatus: number,
): OpenfgaReason & { status: number } {
  const named =
    (members?.['openfga'] as OpenfgaReason | undefined) ??
    errors.map((error) => byReason[error.code]).find((reason) => reason !== undefined) ??
    byCode[code] ??
    byStatus(problemStatus);
  const reason = typeof named === 'string' ? { code: named, message } : named;
  // A body that is cut off closes the connection.
  const status = code === 'payload_too_large' ? problemStatus : statuses[reason.code];
  return { ...reason, status };
}
