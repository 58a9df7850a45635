import type { EgressErrorCode } from '@platform/kit/egress';

/** Why claims could not be had, as tenants read it in the event. */
export type EnrichmentFailure =
  | EgressErrorCode
  | 'status_not_ok'
  | 'answer_too_large'
  | 'answer_invalid'
  | 'breaker_open'
  | 'secret_unavailable'
  | 'schemas_unavailable'
  | 'claim_unmet'
  | 'claims_too_large'
  | 'claims_expired';

/** A token gets no claims from its webhook; the failure mode decides what becomes of it. `cause` is for the log. */
export class EnrichmentFailed extends Error {
  readonly reason: EnrichmentFailure;

  constructor(reason: EnrichmentFailure, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'EnrichmentFailed';
    this.reason = reason;
  }
}
