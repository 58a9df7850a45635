import { problems, problemType } from '@platform/contracts';
import type { FieldError, ProblemBody, ProblemCode } from '@platform/contracts';

/** What a thrown problem may carry besides its code. */
export interface ProblemDetails {
  /** One sentence for the caller. */
  detail?: string;
  errors?: FieldError[];
  /** Further members of the body (`family`, `oldestCursor`). */
  members?: Record<string, unknown>;
  /** Headers of the answer (`Retry-After`, `WWW-Authenticate`, `Allow`). */
  headers?: Record<string, string>;
  /** For the operator's log only; never sent. */
  cause?: unknown;
}

const usualRetrySeconds = 5;

/**
 * Headers of a response with this status. A 503 or 504 tells when to try again (RFC 9110 §10.2.3): in 5 seconds, unless
 * the headers say otherwise.
 */
export function withRetryAfter<V = string>(
  status: number,
  headers: Record<string, V | string> = {},
): Record<string, V | string> {
  const isOutage = status === 503 || status === 504;
  const tells = Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after');
  return isOutage && !tells ? { ...headers, 'retry-after': String(usualRetrySeconds) } : headers;
}

/** A refusal with a code of the closed list. Thrown by rules, mapped once at each edge. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(
      details.detail ?? problems[code].title,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.details = { ...details, headers: withRetryAfter(this.status, details.headers) };
  }

  /** The body to send (RFC 9457). */
  body({
    apiUrl,
    ...where
  }: { instance?: string; requestId?: string; apiUrl?: string } = {}): ProblemBody {
    const { detail, errors, members } = this.details;
    return {
      type: problemType(this.code, apiUrl),
      title: problems[this.code].title,
      status: this.status,
      code: this.code,
      ...(detail === undefined ? {} : { detail }),
      ...where,
      ...(errors?.length ? { errors } : {}),
      ...members,
    };
  }
}

/** `throw problem('not_found')`. */
export const problem = (code: ProblemCode, details?: ProblemDetails): Problem =>
  new Problem(code, details);

/** 422 `validation_failed` for one member of the body. */
export const invalid = (pointer: string, code: FieldError['code'], detail: string): Problem =>
  problem('validation_failed', {
    detail: `${pointer} ${detail}`,
    errors: [{ pointer, code, detail }],
  });

/** 409 or any other code with one finer reason under `errors[]`. */
export const because = (code: ProblemCode, error: FieldError): Problem =>
  problem(code, { detail: error.detail, errors: [error] });

/** Any thrown value as a problem: what is not one is `internal_error`, its text kept for the log. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('internal_error', { cause: error });
