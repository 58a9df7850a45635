import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { UpstreamAnswer } from './upstream-call.ts';

/** Why an attempt got no answer from a service. */
export class UpstreamFault extends Error {
  readonly kind: 'connect' | 'connect_timeout' | 'closed' | 'malformed' | 'timeout' | 'status';
  constructor(kind: UpstreamFault['kind'], cause?: unknown) {
    super(`upstream: ${kind}`, { cause });
    this.name = 'UpstreamFault';
    this.kind = kind;
  }
}

/** The caller went away. */
export class CallerGone extends Error {}

const isProblem = (answer: UpstreamAnswer): boolean =>
  (answer.headers['content-type'] ?? '').startsWith('application/problem+json');

/** A 5xx that a service did not say itself. */
export const isBroken = (answer: UpstreamAnswer): boolean =>
  answer.status >= 500 && !isProblem(answer);

/** One that speaks against the service: 502 to 504 without a problem body. */
export const isDown = (answer: UpstreamAnswer): boolean =>
  isBroken(answer) && [502, 503, 504].includes(answer.status);

/** Ends an answer that is not handed on: nobody would read the rest, nor wait for its end. */
export const drop = (answer: UpstreamAnswer): void => {
  if (!answer.isComplete) answer.cut();
};

/** What the caller is told. */
export function asAnswer(error: unknown): Problem | unknown {
  if (!(error instanceof UpstreamFault)) return error;
  const { cause, kind } = error;
  if (kind === 'connect')
    return problem('upstream_unavailable', {
      detail: 'the service behind this operation cannot be reached',
      headers: { 'Retry-After': '1' },
      cause: cause ?? error,
    });
  if (kind === 'timeout' || kind === 'connect_timeout')
    return problem('upstream_timeout', {
      detail: 'the service behind this operation did not answer in time',
      cause: cause ?? error,
    });
  return problem('upstream_failed', {
    detail: 'the service behind this operation did not answer properly',
    cause: cause ?? error,
  });
}
