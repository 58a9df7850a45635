import type { FieldErrorCode } from '@platform/contracts';

/** A URL against the rules of its profile. `code` and `message` fit `invalid('/url', code, message)`. */
export class EgressRefused extends Error {
  readonly code: FieldErrorCode;

  constructor(code: FieldErrorCode, message: string) {
    super(message);
    this.name = 'EgressRefused';
    this.code = code;
  }
}

/** Why a call did not come to an answer. Coarse on purpose: tenants see it, and it must not map the inside. */
export type EgressErrorCode =
  | 'dns_failed'
  | 'address_blocked'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'timeout'
  | 'connection_reset'
  | 'malformed_response'
  | 'redirect_not_followed';

/** An answer from outside. */
export interface EgressResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** At most the limit; never decompressed. */
  body: Buffer;
  /** True when the body went on beyond the limit; the connection was closed then. */
  truncated: boolean;
  /** The address that was judged and called. */
  remoteAddress: string;
  /** From DNS to the end of the answer. */
  durationMs: number;
}

/** A call without an answer, or with one that is not to be followed (then `response` holds it). `cause` is for the log. */
export class EgressFailed extends Error {
  readonly code: EgressErrorCode;
  readonly response: EgressResponse | undefined;

  constructor(code: EgressErrorCode, options: { cause?: unknown; response?: EgressResponse } = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'EgressFailed';
    this.code = code;
    this.response = options.response;
  }
}
