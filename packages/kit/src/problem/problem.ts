import { problems, problemType } from '@platform/contracts';
import type { FieldError, FieldErrorCode, ProblemBody, ProblemCode } from '@platform/contracts';
import { fieldSentence, fieldSentences } from './field-sentence.ts';

export { fieldSentences };

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

/** The finer code of a problem that names no property, where it is another than `invalid_format`. */
const codesWithoutField: Partial<Record<ProblemCode, FieldErrorCode>> = {
  limit_exceeded: 'limit_exceeded',
  idempotency_key_reused: 'idempotency_key_reused',
};

/** `errors[]` of a problem. Clients may count on one entry in every 400 and 422. */
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

  /** The body to send (RFC 9457). */
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

/** `throw problem('not_found')`. */
export const problem = (code: ProblemCode, details?: ProblemDetails): Problem =>
  new Problem(code, details);

/** The value that a search found. @throws 404 `not_found` for undefined */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw problem('not_found');
  return value;
}

/**
 * 422 `validation_failed` for one property of the body.
 * @param pointer JSON Pointer (RFC 6901) of the property; empty for the whole body
 * @param detail what is wrong: a predicate of the property ("must be an e-mail address") or a sentence of its own
 */
export const invalid = (pointer: string, code: FieldError['code'], detail: string): Problem =>
  invalidFields([{ pointer, code, detail }]);

/** 422 `validation_failed` for several properties of the body, at least one. */
export const invalidFields = (errors: readonly FieldError[]): Problem =>
  problem('validation_failed', { detail: fieldSentences(errors), errors: [...errors] });

/** 409 or any other code with one finer reason under `errors[]`. */
export const because = (code: ProblemCode, error: FieldError): Problem =>
  problem(code, { detail: fieldSentence(error), errors: [error] });

/** 404 for a path that the API does not have. */
export const noSuchRoute = (): Problem =>
  problem('not_found', { detail: 'No such route; see /docs for the API reference' });

/** 405 for a path that exists under other methods, which `Allow` names too. */
export const methodNotAllowed = (method = '', allow: readonly string[]): Problem =>
  problem('method_not_allowed', {
    detail: `${method} is not supported here; use ${allow.join(', ')}`,
    headers: { allow: allow.join(', ') },
  });

/** Any thrown value as a problem: what is not one is `internal_error`, its text kept for the log. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('internal_error', { cause: error });
