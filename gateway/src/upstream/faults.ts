import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** Why an attempt got no response from a service. */
export class UpstreamFault extends Error {
  readonly kind: 'connect' | 'connect_timeout' | 'closed' | 'malformed' | 'timeout' | 'status';
  constructor(kind: UpstreamFault['kind'], cause?: unknown) {
    super(`upstream: ${kind}`, { cause });
    this.name = 'UpstreamFault';
    this.kind = kind;
  }
}

/** The caller disconnected. */
export class CallerGone extends Error {}

/** The response to the caller for an error. */
export function faultAnswer(error: unknown): Problem | unknown {
  if (!(error instanceof UpstreamFault)) return error;
  const { cause, kind } = error;
  if (kind === 'connect')
    return problem('upstream_unavailable', {
      detail: 'The service behind this operation cannot be reached',
      headers: { 'Retry-After': '1' },
      cause: cause ?? error,
    });
  if (kind === 'timeout' || kind === 'connect_timeout')
    return problem('upstream_timeout', {
      detail: 'The service behind this operation did not respond in time',
      cause: cause ?? error,
    });
  return problem('upstream_failed', {
    detail: 'The service behind this operation returned an invalid response',
    cause: cause ?? error,
  });
}
