import type { ApiCode, FieldErrorCode, StatusByCode } from './generated/problems.ts';

/** Failures that the SDK reports itself, because there is no problem document. */
export type ClientCode =
  /** The request could not be sent, or the connection broke. */
  | 'connection_failed'
  /** The response took longer than `timeoutMs`. */
  | 'timed_out'
  /** The token source did not return a token. `cause` holds its error. */
  | 'token_unavailable'
  /** The response does not come from the API, for example an error page of a proxy. */
  | 'unexpected_response';

/** The codes of all problems. The platform can add codes: handle an unknown one by its `status`. */
export type ProblemCode = ApiCode | ClientCode;

/** One entry of `errors`. */
export interface FieldError {
  /** JSON Pointer into the body, or `/name` of a parameter. */
  pointer?: string;
  code: FieldErrorCode;
  detail: string;
}

/** The members of a problem document (RFC 9457) that the SDK reads. */
export interface ProblemDocument {
  code?: string;
  title?: string;
  status?: number;
  detail?: string;
  requestId?: string;
  errors?: FieldError[];
  [member: string]: unknown;
}

export interface ProblemContext {
  /** The method that failed, such as `users.create`. */
  operation: string;
  status: number;
  headers?: Headers;
  /** Requests that were sent. After more than one, an earlier one can have taken effect. */
  attempts: number;
  cause?: unknown;
}

type StatusOf<C> = C extends keyof StatusByCode ? StatusByCode[C] : number;

/** A failed call. `code` says what is wrong; `Problem<Codes>` is the union of what a method can fail with. */
export class PlatformProblem<C extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'PlatformProblem';
  readonly code: C;
  /** HTTP status; 0 if there is no response. */
  readonly status: StatusOf<C>;
  /** The method that failed, such as `users.create`. */
  readonly operation: string;
  /** Identifies the request in logs and support requests. */
  readonly requestId: string | undefined;
  /** What is wrong with single properties of the input. */
  readonly errors: readonly FieldError[];
  /** Requests that were sent. After more than one, an earlier one can have taken effect. */
  readonly attempts: number;
  /** Seconds to wait before the next attempt, if the platform sent `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The problem document, with members that are specific to its code. */
  readonly document: ProblemDocument;
  readonly headers: Headers;

  constructor(code: C, document: ProblemDocument, context: ProblemContext) {
    const text = document.detail ?? document.title ?? code;
    super(`${context.operation}: ${text} (${code})`, { cause: context.cause });
    this.code = code;
    this.status = context.status as StatusOf<C>;
    this.operation = context.operation;
    this.headers = context.headers ?? new Headers();
    this.requestId = document.requestId ?? this.headers.get('x-request-id') ?? undefined;
    this.errors = document.errors ?? [];
    this.attempts = context.attempts;
    this.retryAfterSeconds = retryAfterOf(this.headers);
    this.document = document;
  }

  /** What happened, as a sentence for a person. */
  get detail(): string {
    return this.document.detail ?? this.document.title ?? this.code;
  }

  /** The first error of a property, by its JSON Pointer: `problem.at('/email')`. */
  at(pointer: string): FieldError | undefined {
    return this.errors.find((error) => error.pointer === pointer);
  }
}

/** One member for each code, so that `problem.code` narrows the whole problem. */
export type Problem<C extends ProblemCode = ProblemCode> = C extends ProblemCode
  ? PlatformProblem<C>
  : never;

/**
 * Whether a caught error is a problem, and has one of these codes if there are any.
 * @example if (isProblem(error, 'already_exists')) console.log(error.at('/email')?.detail);
 */
export function isProblem(error: unknown): error is Problem;
export function isProblem<C extends ProblemCode>(
  error: unknown,
  ...codes: [C, ...C[]]
): error is Problem<C>;
export function isProblem(error: unknown, ...codes: ProblemCode[]): boolean {
  // By name: an application can contain two copies of the SDK.
  if (!(error instanceof Error) || error.name !== 'PlatformProblem') return false;
  return codes.length === 0 || codes.includes((error as PlatformProblem).code);
}

/** `Retry-After` in seconds: a number, or a date (RFC 9110 §10.2.3). */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** The problem of a response that is not a success. */
export async function problemOf(
  response: Response,
  context: Omit<ProblemContext, 'status' | 'headers'>,
): Promise<PlatformProblem> {
  const { status, headers } = response;
  const document = await documentOf(response);
  const code = (document.code ?? 'unexpected_response') as ProblemCode;
  return new PlatformProblem(code, document, { ...context, status, headers });
}

async function documentOf(response: Response): Promise<ProblemDocument> {
  const { status, headers, body } = response;
  const none = { detail: `the response has status ${status} and is no problem document` };
  if (!headers.get('content-type')?.startsWith('application/problem+json')) {
    // Not awaited: the cancellation of a cloned body waits for its other reader.
    body?.cancel().catch(() => undefined);
    return none;
  }
  const document = (await response.json()) as ProblemDocument;
  return typeof document.code === 'string' ? document : none;
}
