import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** The scopes that an operation requires: all of a list, or one of it. */
export type Scopes = { allOf: readonly string[] } | { anyOf: readonly string[] };

/** Requires every scope. */
export const allOf = (...scopes: string[]): Scopes => ({ allOf: scopes });

/** Requires one of the scopes. */
export const anyOf = (...scopes: string[]): Scopes => ({ anyOf: scopes });

/** Lists the scopes that an operation names. */
export const scopesOf = (scopes: Scopes): readonly string[] =>
  'allOf' in scopes ? scopes.allOf : scopes.anyOf;

/**
 * Returns the scopes that a token lacks; empty if it suffices. For an unmet `anyOf`, every
 * alternative is missing.
 */
export function missingScopes(scopes: Scopes, granted: ReadonlySet<string>): readonly string[] {
  if ('anyOf' in scopes) return scopes.anyOf.some((s) => granted.has(s)) ? [] : scopes.anyOf;
  return scopes.allOf.filter((s) => !granted.has(s));
}

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * How an operation runs. `read`: in a read transaction. `write`: in one transaction with
 * idempotency key, outbox and audit record. `external`: it calls other systems between transactions
 * that it opens itself. `query`: it computes a response, in a read transaction if needed, and
 * ignores an `Idempotency-Key`, since a stored response would be stale.
 */
export type OperationMode = 'read' | 'write' | 'external' | 'query';

/**
 * The kind of response. `json`: a value of the `response` schema. `stream`: a body of unknown
 * length. `file`: a body of known length that supports ranges. `redirect`: another location.
 * `page`: HTML for a browser.
 */
export type AnswerKind = 'json' | 'stream' | 'file' | 'redirect' | 'page';

/** The sign-in that an operation requires of users of the web applications (RFC 9470). */
export interface StepUp {
  /** The longest time since the user signed in, in seconds. */
  maxAgeSeconds: number;
}

/** Requires a sign-in of the last 15 minutes. */
export const recentSignIn: StepUp = { maxAgeSeconds: 900 };

/** The single declaration of an API operation; its key in the group is the `operationId`. */
export interface Operation {
  method: HttpMethod;
  /** Template with `{parameter}` segments; a custom verb (`/tuples:import`) is a literal. */
  path: string;
  scopes: Scopes;
  /** One line for the reference. */
  summary: string;
  description?: string;
  /** Path parameters; those not listed are plain strings. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Whether the body may be omitted. */
  bodyOptional?: boolean;
  /** PATCH as in RFC 7396: also accepts `application/merge-patch+json`. */
  mergePatch?: boolean;
  response: z.ZodType;
  /** Default: `json`. Streams and files require mode `query` or `external`. */
  answers?: AnswerKind;
  /** Names of the schemas in the OpenAPI document, if they have fixed ones. */
  schemaNames?: { body?: string; response?: string };
  /**
   * Default: 200. The API responds to creations with 200; 201 is for surfaces whose standard
   * requires it.
   */
  status?: 200 | 201 | 202 | 204;
  /** A second success status that a handler can choose: `answer(body, { status })`. */
  otherStatus?: 202;
  /**
   * Codes in addition to those of every operation. `precondition_failed`: see
   * {@link isConditional}.
   */
  errors: readonly ProblemCode[];
  /** Default: `read` for GET, else `write`. */
  mode?: OperationMode;
  /** Whether the response contains a secret: it is sealed when kept for an idempotency key. */
  secretAnswer?: boolean;
  /** Whether responses have no ETag: lists, and responses that are not a resource. */
  noEtag?: boolean;
  /**
   * The body is a file, not JSON: it streams through the gateway, and the service limits its size.
   */
  bodyKind?: 'octets';
  /**
   * Query parameters that are lists separated by commas. A repeated one is concatenated; repeating
   * any other is 400.
   */
  queryLists?: readonly string[];
  /** Limit of the JSON body in bytes; default 1 MiB, at the gateway. */
  maxBodyBytes?: number;
  /**
   * Nesting limit of the JSON body, if the default of 16 is too low; deeper is 400
   * `malformed_request`.
   */
  maxJsonDepth?: number;
  /** Seconds until the first byte, if the gateway's default of 10 is too short. */
  firstByteSeconds?: number;
  /** Whether the operation exists to wait: the breaker does not count it. */
  longPoll?: boolean;
  /**
   * Whether the operation reads many rows, and may therefore run on a standby
   * (`platform.database.read-url`). Default: lists with a cursor.
   */
  readsMany?: boolean;
  /** Name of the preview that the operation belongs to (`X-Platform-Preview`). */
  preview?: string;
  /**
   * The gateway responds with 401 `insufficient_user_authentication` if the caller uses a session of
   * a web application and signed in earlier. Callers with a bearer token are not affected.
   */
  stepUp?: StepUp;
}

/** Declares a group of operations and preserves the type of each. */
export const operations = <const T extends Record<string, Operation>>(group: T): T => group;

/** Returns how the operation runs (see {@link OperationMode}). */
export const modeOf = (operation: Operation): OperationMode =>
  operation.mode ?? (operation.method === 'get' ? 'read' : 'write');

/** Whether the operation only reads, whatever its method. */
export const isReading = (operation: Operation): boolean =>
  operation.method === 'get' || ['read', 'query'].includes(modeOf(operation));

/** Whether the operation is a list that is read page by page. */
const isPaged = ({ query }: Operation): boolean => query !== undefined && 'cursor' in query.shape;

/** Whether the operation may run on a standby (see {@link Operation.readsMany}). */
export const readsMany = (operation: Operation): boolean =>
  operation.readsMany ?? isPaged(operation);

/**
 * Whether the operation acts on a resource with an ETag, so that `If-Match` can be satisfied. Such
 * an operation declares `precondition_failed`, and its handler checks it. Any other write rejects
 * every `If-Match` (RFC 9110 §13.1.1): ignoring it would look like honoring it.
 */
export const isConditional = (operation: Pick<Operation, 'errors'>): boolean =>
  operation.errors.includes('precondition_failed');

/** Codes that any operation may return, declared once. */
export const commonProblems: readonly ProblemCode[] = [
  'malformed_request',
  'invalid_parameter',
  'token_missing',
  'token_invalid',
  'token_expired',
  'issuer_untrusted',
  'tenant_claim_missing',
  'insufficient_scope',
  'tenant_mismatch',
  'tenant_suspended',
  'ip_denied',
  'not_entitled',
  'not_found',
  'rate_limited',
  'internal_error',
  'upstream_failed',
  'upstream_unavailable',
  'upstream_timeout',
];

/** Returns the codes implied by the form of an operation: a body, a POST, a single resource, a step-up. */
export function impliedProblems(operation: Operation): readonly ProblemCode[] {
  const codes: ProblemCode[] = [];
  if (operation.body || operation.method === 'post')
    codes.push('validation_failed', 'payload_too_large', 'unsupported_media_type');
  if (isPaged(operation)) codes.push('invalid_cursor');
  if (operation.method === 'post') codes.push('idempotency_key_in_use', 'idempotency_key_reused');
  if (!isReading(operation)) codes.push('precondition_failed');
  if (operation.stepUp) codes.push('insufficient_user_authentication');
  return codes;
}

/** Returns every code that this operation may return. */
export const declaredProblems = (operation: Operation): ReadonlySet<ProblemCode> =>
  new Set([...commonProblems, ...impliedProblems(operation), ...operation.errors]);
