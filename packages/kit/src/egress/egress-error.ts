import type { FieldErrorCode } from '@platform/contracts';

/**
 * A URL that breaks a rule of its profile. `code` and `message` fit `invalid('/url', code,
 * message)`.
 */
export class EgressRefused extends Error {
  readonly code: FieldErrorCode;

  constructor(code: FieldErrorCode, message: string) {
    super(message);
    this.name = 'EgressRefused';
    this.code = code;
  }
}

/**
 * Why a call got no response. Deliberately coarse: tenants see it, and it must not reveal the
 * internal network.
 */
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

/** A response from outside the platform. */
export interface EgressResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** At most `maxResponseBytes`; never decompressed. */
  body: Buffer;
  /** Whether the body exceeded the limit; its connection was closed then. */
  truncated: boolean;
  /** The checked address that was called. */
  remoteAddress: string;
  /** From DNS to the end of the response. */
  durationMs: number;
}

/** Thrown when a streamed body exceeds its limit. */
export class ResponseTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the response is longer than ${maxBytes} bytes`);
    this.name = 'ResponseTooLarge';
  }
}

/**
 * A response whose body is read as it arrives. Read it to its end or discard it: until then it
 * occupies a connection.
 */
export interface EgressStreamResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /**
   * The body, never decompressed, received as fast as it is read. Throws {@link ResponseTooLarge}
   * beyond the limit; EgressFailed with `timeout` if nothing arrives for too long,
   * `connection_reset` if it breaks off.
   */
  body: AsyncIterable<Buffer>;
  /** Skips the rest of the body and closes the connection. */
  discard(): void;
  /** The checked address that was called. */
  remoteAddress: string;
}

/**
 * A call without a response, or with one that must not be followed (`response` contains it).
 * `cause` is for the log.
 */
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
