import { Metadata, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { problems } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { asProblem, problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';
import { problemOf, putErrorInfo } from './error-info.ts';

const byHttpStatus: Record<number, status> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  409: status.FAILED_PRECONDITION,
  412: status.FAILED_PRECONDITION,
  413: status.INVALID_ARGUMENT,
  422: status.INVALID_ARGUMENT,
  429: status.RESOURCE_EXHAUSTED,
  502: status.UNAVAILABLE,
  503: status.UNAVAILABLE,
  504: status.DEADLINE_EXCEEDED,
};

const byCode: Partial<Record<ProblemCode, status>> = {
  already_exists: status.ALREADY_EXISTS,
  limit_exceeded: status.RESOURCE_EXHAUSTED,
  conflict: status.ABORTED,
};

/** The gRPC status of a problem. */
export const statusOf = ({ code, status: http }: Problem): status =>
  byCode[code] ?? byHttpStatus[http] ?? status.INTERNAL;

/** A thrown value as what gRPC sends: the status by the problem's class, its code and `errors[]` in google.rpc.ErrorInfo, nothing of the inside. */
export function toStatus(error: unknown): { code: status; details: string; metadata: Metadata } {
  const refusal = asProblem(error);
  const metadata = new Metadata();
  const code = statusOf(refusal);
  const details = refusal.details.detail ?? problems[refusal.code].title;
  putErrorInfo(metadata, { code, message: details }, refusal);
  return { code, details, metadata };
}

const byStatus: Partial<Record<status, ProblemCode>> = {
  [status.NOT_FOUND]: 'not_found',
  [status.ALREADY_EXISTS]: 'already_exists',
  [status.DEADLINE_EXCEEDED]: 'upstream_timeout',
  [status.UNAVAILABLE]: 'upstream_unavailable',
  [status.CANCELLED]: 'upstream_unavailable',
};

/** What a call to a sibling ended with, as a problem again. A sibling's own refusals keep their code and their `errors[]`. */
export function fromStatus(error: unknown): Problem {
  const { code, metadata } = error as ServiceError;
  return (
    problemOf(metadata, error) ?? problem(byStatus[code] ?? 'upstream_failed', { cause: error })
  );
}

/**
 * The same for a call that serves somebody else's request. That the sibling does not accept this service is an error of the
 * installation: whoever made the request can do nothing about it, and must not take it for a lack of their own permissions.
 */
export function fromSibling(error: unknown): Problem {
  const reported = fromStatus(error);
  return reported.code === 'caller_not_allowed'
    ? problem('upstream_failed', { cause: error })
    : reported;
}

const siblingFaults: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.INTERNAL,
  status.UNKNOWN,
  status.CANCELLED,
]);

/** True for a status that says nothing of the request: the sibling was away, slow or broken. */
export const isSiblingFault = (error: unknown): boolean =>
  siblingFaults.has((error as ServiceError).code);
