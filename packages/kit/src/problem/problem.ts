import { problems, problemType } from '@platform/contracts';
import type { FieldError, FieldErrorCode, ProblemBody, ProblemCode } from '@platform/contracts';
import { fieldSentence, fieldSentences } from './field-sentence.ts';

export { fieldSentences };

/** Optional parts of a thrown problem. */
export interface ProblemDetails {
  /** One sentence for the caller. */
  detail?: string;
  errors?: FieldError[];
  /** Extension members of the body (`family`, `oldestCursor`). */
  members?: Record<string, unknown>;
  /** Response headers (`Retry-After`, `WWW-Authenticate`, `Allow`). */
  headers?: Record<string, string>;
  /** For the operator's log only; never sent. */
  cause?: unknown;
}

const usualRetrySeconds = 5;

/**
 * Returns the headers of a response with this status. Adds a `Retry-After` of 5 seconds to a 503 or
 * 504 without one (RFC 9110 §10.2.3).
 */
export function withRetryAfter<V = string>(
  status: number,
  headers: Record<string, V | string> = {},
): Record<string, V | string> {
  if (status !== 503 && status !== 504) return headers;
  const tells = Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after');
  return tells ? headers : { ...headers, 'retry-after': String(usualRetrySeconds) };
}

/** The finer code of a problem without a property, if it is not `invalid_format`. */
const codesWithoutField: Partial<Record<ProblemCode, FieldErrorCode>> = {
  limit_exceeded: 'limit_exceeded',
  idempotency_key_reused: 'idempotency_key_reused',
};

/** Returns `errors[]` of a problem. Clients may rely on an entry in every 400 and 422. */
function errorsOf(
  code: ProblemCode,
  { errors = [], detail = problems[code].title }: ProblemDetails,
): readonly FieldError[] {
  if (errors.length > 0 || ![400, 422].includes(problems[code].status)) return errors;
  const pointer = code === 'invalid_cursor' ? { pointer: '/cursor' } : {};
  return [{ ...pointer, code: codesWithoutField[code] ?? 'invalid_format', detail }];
}

/** An error with a code of the closed list. Thrown by rules, mapped once at each edge. */
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

  /** Returns the body to send (RFC 9457). */
  body({
    apiUrl,
    ...where
  }: { instance?: string; requestId?: string; apiUrl?: string } = {}): ProblemBody {
    const { detail, members } = this.details;
    const errors = errorsOf(this.code, this.details);
    return {
      type: problemType(this.code, apiUrl),
      title: problems[this.code].title,
      status: this.status,
      code: this.code,
      ...(detail === undefined ? {} : { detail }),
      ...where,
      ...(errors.length > 0 ? { errors: [...errors] } : {}),
      ...members,
    };
  }
}

/** Builds a problem: `throw problem('not_found')`. */
export const problem = (code: ProblemCode, details?: ProblemDetails): Problem =>
  new Problem(code, details);

/**
 * Returns the result of a search.
 * @throws 404 `not_found` for undefined
 */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw problem('not_found');
  return value;
}

/**
 * Builds a 422 `validation_failed` for one property of the body.
 * @param pointer JSON Pointer (RFC 6901) of the property; empty for the whole body
 * @param detail what is wrong: a predicate of the property ("must be an e-mail address") or a
 * complete sentence
 */
export const invalid = (pointer: string, code: FieldError['code'], detail: string): Problem =>
  invalidFields([{ pointer, code, detail }]);

/** Builds a 422 `validation_failed` for at least one property of the body. */
export const invalidFields = (errors: readonly FieldError[]): Problem =>
  problem('validation_failed', { detail: fieldSentences(errors), errors: [...errors] });

/** Builds a problem with one finer reason in `errors[]`, usually a 409. */
export const problemWithReason = (code: ProblemCode, error: FieldError): Problem =>
  problem(code, { detail: fieldSentence(error), errors: [error] });

/** Builds the 404 for a path that the API does not have. */
export const noSuchRoute = (): Problem =>
  problem('not_found', { detail: 'No such route; see /docs for the API reference' });

/** Builds the 405 for a path that exists with other methods, which `Allow` lists. */
export const methodNotAllowed = (method = '', allow: readonly string[]): Problem =>
  problem('method_not_allowed', {
    detail: `${method} is not supported here; use ${allow.join(', ')}`,
    headers: { allow: allow.join(', ') },
  });

/**
 * Converts any thrown value to a problem: `internal_error` unless it is one, with the value as the
 * cause for the log.
 */
export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('internal_error', { cause: error });
