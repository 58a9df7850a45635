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

/** Returns the gRPC status of a problem. */
export const statusOf = ({ code, status: http }: Problem): status =>
  byCode[code] ?? byHttpStatus[http] ?? status.INTERNAL;

/**
 * Converts a thrown value to a gRPC error: the status by the problem's class; its code and
 * `errors[]` in google.rpc.ErrorInfo; no internal details.
 */
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

/**
 * Converts the error of a call to a sibling back to a problem. Problems that the sibling reported
 * keep their code and `errors[]`.
 */
export function fromStatus(error: unknown): Problem {
  const { code, metadata } = error as ServiceError;
  return (
    problemOf(metadata, error) ?? problem(byStatus[code] ?? 'upstream_failed', { cause: error })
  );
}

/**
 * Like {@link fromStatus}, for a call on behalf of another request. If the sibling rejects this
 * service's identity, the installation is at fault: the caller cannot fix it, and must not mistake
 * it for missing permissions.
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

/**
 * True for a status that does not depend on the request: the sibling was unavailable, slow or
 * broken.
 */
export const isSiblingFault = (error: unknown): boolean =>
  siblingFaults.has((error as ServiceError).code);
