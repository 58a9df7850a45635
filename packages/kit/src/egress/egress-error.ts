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

/** A streamed body that goes on beyond its limit. */
export class ResponseTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the response is longer than ${maxBytes} bytes`);
    this.name = 'ResponseTooLarge';
  }
}

/** An answer whose body is read as it arrives. Read it to its end or discard it: until then it holds a connection. */
export interface EgressStreamResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /**
   * The body, never decompressed; it arrives as fast as it is read. Throws {@link ResponseTooLarge} beyond the limit;
   * EgressFailed: `timeout` when nothing arrives for too long, `connection_reset` when it breaks off.
   */
  body: AsyncIterable<Buffer>;
  /** Leaves the rest unread and closes the connection. */
  discard(): void;
  /** The address that was judged and called. */
  remoteAddress: string;
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
