import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** Which scopes an operation asks for: all of a list, or one of it. */
export type Scopes = { allOf: readonly string[] } | { anyOf: readonly string[] };

/** Every scope is required (the spec's `+`). */
export const allOf = (...scopes: string[]): Scopes => ({ allOf: scopes });

/** One scope suffices (the spec's `or`). */
export const anyOf = (...scopes: string[]): Scopes => ({ anyOf: scopes });

/** The flat list of the scopes an operation names. */
export const scopesOf = (scopes: Scopes): readonly string[] =>
  'allOf' in scopes ? scopes.allOf : scopes.anyOf;

/** What a token lacks for these scopes; empty when it may pass. For `anyOf` every alternative is missing. */
export function missingScopes(scopes: Scopes, granted: ReadonlySet<string>): readonly string[] {
  if ('anyOf' in scopes) return scopes.anyOf.some((s) => granted.has(s)) ? [] : scopes.anyOf;
  return scopes.allOf.filter((s) => !granted.has(s));
}

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * How an operation runs. `read`: in a read transaction. `write`: in one transaction with idempotency key, outbox
 * and audit record. `external`: it calls out between transactions that it opens itself. `query`: it computes an answer,
 * with a read transaction where it asks for one; an `Idempotency-Key` is ignored, since a stored answer would be stale.
 */
export type OperationMode = 'read' | 'write' | 'external' | 'query';

/**
 * What an operation answers with. `json`: a value of its `response` schema. `stream`: a body of unknown length. `file`: a
 * body of known length that ranges can be read of. `redirect`: another location. `page`: HTML for a browser.
 */
export type AnswerKind = 'json' | 'stream' | 'file' | 'redirect' | 'page';

/** One operation of the API, written once; the key it stands under is the `operationId`. */
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
  /** A body that may be left out. */
  bodyOptional?: boolean;
  /** PATCH after RFC 7396: `application/merge-patch+json` is taken too. */
  mergePatch?: boolean;
  response: z.ZodType;
  /** Default: `json`. Streams and files are answered by operations in mode `query` or `external`. */
  answers?: AnswerKind;
  /** Names of the schemas in the OpenAPI document, where `spec/` names them. */
  schemaNames?: { body?: string; response?: string };
  /** Default: 200. The API answers creations with 200; 201 is for surfaces whose standard asks for it. */
  status?: 200 | 201 | 202 | 204;
  /** A second status of success, for a handler that chooses: `answer(body, { status })`. */
  otherStatus?: 202;
  /** Codes beyond those that every operation may answer. `precondition_failed`: see {@link isConditional}. */
  errors: readonly ProblemCode[];
  /** Default: `read` for GET, else `write`. */
  mode?: OperationMode;
  /** The answer holds a secret: it is sealed where it is kept for an idempotency key. */
  secretAnswer?: boolean;
  /** Answers carry no ETag: lists, and answers that are no resource. */
  noEtag?: boolean;
  /** The body is a file, not JSON: it streams through the gateway, its owner limits it. */
  bodyKind?: 'octets';
  /** Query parameters that are lists separated by commas. One that is repeated has the values of all; any other is 400. */
  queryLists?: readonly string[];
  /** Limit of the JSON body in bytes; default 1 MiB at the gateway. */
  maxBodyBytes?: number;
  /** Nesting of the JSON body, where the usual 16 is too little; deeper is 400 `malformed_request`. */
  maxJsonDepth?: number;
  /** Seconds that the first byte may take, where the gateway's default of 10 is too short. */
  firstByteSeconds?: number;
  /** Waiting is this operation's purpose; the breaker does not count it. */
  longPoll?: boolean;
  /** Name of the preview that the operation belongs to (`X-Platform-Preview`). */
  preview?: string;
}

/** Declares a group of operations; the types of each are kept. */
export const operations = <const T extends Record<string, Operation>>(group: T): T => group;

/** How this operation runs (see {@link OperationMode}). */
export const modeOf = (operation: Operation): OperationMode =>
  operation.mode ?? (operation.method === 'get' ? 'read' : 'write');

/** Does it only read, whatever its method? */
export const isReading = (operation: Operation): boolean =>
  operation.method === 'get' || ['read', 'query'].includes(modeOf(operation));

/**
 * Does it act on a thing that has a tag, so that `If-Match` can be met? Such an operation declares `precondition_failed`,
 * and its handler checks. Any other write refuses every `If-Match` (RFC 9110 §13.1.1): it would look obeyed.
 */
export const isConditional = (operation: Pick<Operation, 'errors'>): boolean =>
  operation.errors.includes('precondition_failed');

/** Codes that any operation may answer, so that none of them repeats the list. */
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

/** Codes that follow from the shape of an operation: a body, a POST, a single resource. */
export function impliedProblems(operation: Operation): readonly ProblemCode[] {
  const codes: ProblemCode[] = [];
  if (operation.body || operation.method === 'post')
    codes.push('validation_failed', 'payload_too_large', 'unsupported_media_type');
  if (operation.query && 'cursor' in operation.query.shape) codes.push('invalid_cursor');
  if (operation.method === 'post') codes.push('idempotency_key_in_use', 'idempotency_key_reused');
  if (!isReading(operation)) codes.push('precondition_failed');
  return codes;
}

/** Every code that this operation may answer. */
export const declaredProblems = (operation: Operation): ReadonlySet<ProblemCode> =>
  new Set([...commonProblems, ...impliedProblems(operation), ...operation.errors]);
