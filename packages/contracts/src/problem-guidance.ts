import type { ProblemCode } from './problems.ts';

/** Why a problem occurs, and how to fix it. */
export interface ProblemGuidance {
  cause: string;
  fix: string;
}

/** Guidance for every problem code, shown at `/problems/{code}` and in docs/errors.md. */
export const problemGuidance: Readonly<Record<ProblemCode, ProblemGuidance>> = {
  malformed_request: {
    cause: 'The request cannot be read: its JSON, a header or its framing is not well formed.',
    fix: 'Correct what `detail` names. JSON errors give the line and column.',
  },
  invalid_parameter: {
    cause: 'A path or query parameter is unknown, repeated or outside its allowed values.',
    fix: 'Compare the parameter in `errors[]` with the API reference.',
  },
  invalid_cursor: {
    cause: 'The cursor was not issued for this list, or it was changed.',
    fix: 'Pass the `nextCursor` of the previous page unchanged and with the same filters, or start again without a cursor.',
  },
  token_missing: {
    cause: 'The request has no bearer token.',
    fix: "Request a token from your tenant's token endpoint and send it as `Authorization: Bearer …`.",
  },
  token_invalid: {
    cause: 'The token is malformed, was issued for another audience, or has been revoked.',
    fix: 'Request a new token. If it is also rejected, check that the issuer and resource are those of this API.',
  },
  token_expired: {
    cause: 'The token has expired.',
    fix: 'Request a new token, or use the refresh token.',
  },
  issuer_untrusted: {
    cause: 'The token was issued by an issuer that this API does not trust.',
    fix: 'Use the token endpoint of your own tenant.',
  },
  tenant_claim_missing: {
    cause: 'The token has no tenant claim.',
    fix: "Use the token endpoint of your tenant instead of the platform's.",
  },
  insufficient_user_authentication: {
    cause: 'The operation needs a stronger or more recent sign-in.',
    fix: 'Send the user through sign-in again with the `acr_values` and `max_age` from the `WWW-Authenticate` header (RFC 9470).',
  },
  timestamp_missing: {
    cause: 'The signed request has no timestamp.',
    fix: 'Send the timestamp header that was part of the signature.',
  },
  timestamp_out_of_tolerance: {
    cause: 'The timestamp of the signed request is too old or in the future.',
    fix: 'Sign each attempt again, and synchronize your clock.',
  },
  signature_invalid: {
    cause: 'The signature does not match the request.',
    fix: 'Sign the exact bytes that you send, using the current secret.',
  },
  request_replayed: {
    cause: 'A signed request with this id has been received before.',
    fix: 'Use a new id for every request.',
  },
  insufficient_scope: {
    cause: 'The token lacks a scope that the operation requires.',
    fix: 'Request a token with the scopes listed in `errors[]`, and allow them for the application.',
  },
  tenant_mismatch: {
    cause: 'The request addresses a different tenant than its token.',
    fix: 'Use the host of your own tenant or the host of the API.',
  },
  tenant_suspended: {
    cause: 'The tenant is suspended or is being deleted.',
    fix: 'Contact the operator of the platform.',
  },
  ip_denied: {
    cause: 'An IP rule of the tenant denies your address.',
    fix: 'Call from an allowed network, or change the IP rules.',
  },
  not_entitled: {
    cause: "The tenant's plan does not include this family of operations.",
    fix: 'Ask the operator of the platform to enable it.',
  },
  caller_not_allowed: {
    cause: 'The calling service is not allowed to use this endpoint.',
    fix: 'Use a service account that the configuration allows.',
  },
  self_approval: {
    cause: 'Users cannot approve their own requests.',
    fix: 'Ask another approver to approve the request.',
  },
  not_found: {
    cause: 'The resource or route does not exist in this tenant.',
    fix: 'Check the id and the path. Resources of other tenants are also reported as not found.',
  },
  method_not_allowed: {
    cause: 'The path exists but does not support this method.',
    fix: 'Use a method listed in the `Allow` header.',
  },
  not_acceptable: {
    cause: 'The response is not available in any media type that `Accept` allows.',
    fix: 'Accept `application/json`, or omit the header.',
  },
  conflict: {
    cause: 'The current state of the resource does not allow the change.',
    fix: 'Read the resource again, and follow the instructions in `detail` and `errors[]`.',
  },
  already_exists: {
    cause: 'Another resource has the same unique value.',
    fix: 'Choose another value for the property that `errors[]` names, or use the existing resource.',
  },
  invalid_state: {
    cause: "The operation is not possible in the resource's current state.",
    fix: 'Read the resource, bring it into the state that `detail` asks for or wait for that state, and try again.',
  },
  idempotency_key_in_use: {
    cause: 'Another request with this `Idempotency-Key` is still being processed.',
    fix: 'Wait for the time given in `Retry-After`, then repeat the request.',
  },
  lockout_risk: {
    cause: 'After the change, the tenant would have no administrator.',
    fix: 'Grant someone else access first, or confirm with `allowLockout=true` if the operation supports it.',
  },
  no_active_model: {
    cause: 'The tenant has no authorization model yet.',
    fix: 'Create a model with `POST /api/v1/fga/models`, which also activates it.',
  },
  cursor_expired: {
    cause: 'The cursor points to events that have already been deleted.',
    fix: 'Start again without a cursor, and poll more often.',
  },
  event_expired: {
    cause: 'The event has already been deleted.',
    fix: "Read the current state of the event's subject instead.",
  },
  precondition_failed: {
    cause:
      'The resource has changed since you read it, or the operation does not support `If-Match`.',
    fix: 'Read the resource again, apply your change to the new version, and send its `ETag`.',
  },
  payload_too_large: {
    cause: 'The request body is larger than the operation allows.',
    fix: 'Send less data, in several requests if necessary. `detail` states the limit.',
  },
  unsupported_media_type: {
    cause: 'The media type of the request body is not supported.',
    fix: 'Send `Content-Type: application/json`, or the type that the API reference names.',
  },
  validation_failed: {
    cause: 'The body is well-formed JSON, but some of its values are not allowed.',
    fix: 'Correct the properties listed in `errors[]`.',
  },
  limit_exceeded: {
    cause: 'A limit on the number or size of resources has been reached.',
    fix: 'Delete resources that you do not need, or ask the operator for a higher limit.',
  },
  idempotency_key_reused: {
    cause: 'The `Idempotency-Key` was used before with a different request.',
    fix: 'Use a new key for every new request.',
  },
  rate_limited: {
    cause: 'Too many requests were sent in a short time.',
    fix: 'Wait for the number of seconds given in `Retry-After`, and spread requests over time.',
  },
  internal_error: {
    cause: 'An unexpected error occurred in the platform.',
    fix: 'Repeat the request. If it fails again, report the `requestId`.',
  },
  not_implemented: {
    cause: 'The protocol defines this feature, but the platform does not support it.',
    fix: 'Use another operation. `/ServiceProviderConfig` lists the features that the SCIM server supports.',
  },
  upstream_failed: {
    cause: 'The service behind this operation did not respond properly.',
    fix: 'Repeat the request later. If it fails again, report the `requestId`.',
  },
  upstream_unavailable: {
    cause: 'A service that this operation requires is unavailable.',
    fix: 'Repeat the request after the number of seconds given in `Retry-After`.',
  },
  upstream_timeout: {
    cause: 'A service that this operation requires did not respond in time.',
    fix: 'Repeat the request after the number of seconds given in `Retry-After`. With an `Idempotency-Key`, a POST can be repeated safely.',
  },
};
