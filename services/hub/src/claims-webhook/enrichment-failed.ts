import type { EgressErrorCode } from '@platform/kit/egress';

/** The reason of a failed enrichment, as published in the event. */
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

/** The webhook returned no usable claims. The failure mode decides whether the token is issued. `cause` is for the log. */
export class EnrichmentFailed extends Error {
  readonly reason: EnrichmentFailure;

  constructor(reason: EnrichmentFailure, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'EnrichmentFailed';
    this.reason = reason;
  }
}
