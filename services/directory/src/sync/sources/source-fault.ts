import type { EgressFailed } from '@platform/kit/egress';

/** An error from a source of users. `code` and `message` are the platform's: tenants see them. */
export class SourceFault extends Error {
  readonly code: string;
  /** The source rejected the credential. */
  readonly isRefusal: boolean;
  /** The source failed temporarily: the same call may succeed soon. */
  readonly isPassing: boolean;

  constructor(
    code: string,
    message: string,
    {
      isRefusal = false,
      isPassing = false,
      cause,
    }: { isRefusal?: boolean; isPassing?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SourceFault';
    this.code = code;
    this.isRefusal = isRefusal;
    this.isPassing = isPassing;
  }
}

/** Whether the requested object does not exist at the source. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof SourceFault && error.code === 'not_found';

/** The directory was suspended or deleted, or lost its credential. */
export const notReadable = (): SourceFault =>
  new SourceFault('not_configured', 'The directory has no credential, or is suspended.');

/** An unexpected status from the source. One of 500 and above may be temporary. */
export const unexpectedStatus = (who: string, status: number): SourceFault =>
  new SourceFault('unexpected_status', `${who} responded with status ${status}.`, {
    isPassing: status >= 500 && status !== 501,
  });

/** The source requested a pause. */
export class Throttled extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs: number | undefined) {
    super('the source has requested a pause');
    this.name = 'Throttled';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The source has forgotten the position of change tracking: everything must be listed. */
export class PositionExpired extends Error {
  constructor() {
    super('the position of change tracking has expired');
    this.name = 'PositionExpired';
  }
}

const egressDetails: Partial<Record<EgressFailed['code'], string>> = {
  dns_failed: 'The host name cannot be resolved.',
  connect_failed: 'The host does not accept connections.',
  connect_timeout: 'The host does not respond.',
  tls_failed: 'TLS cannot be negotiated, or the certificate is not trusted.',
  timeout: 'The host did not respond in time.',
  connection_reset: 'The connection was closed before the response.',
  malformed_response: 'The response is not HTTP.',
  redirect_not_followed: 'The host redirects to an address that the platform does not follow.',
};

/** A failed call, as tenants see it. Every reason to reject a target has the same text. */
export const egressFault = (error: EgressFailed): SourceFault =>
  error.code === 'address_blocked'
    ? new SourceFault('target_not_allowed', 'The platform is not allowed to call this host.', {
        cause: error,
      })
    : new SourceFault(error.code, egressDetails[error.code] ?? 'The call failed.', {
        cause: error,
      });
