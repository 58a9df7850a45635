import type { Operation, OperationMode, Principal } from '@platform/contracts';
import type { z } from 'zod';
import type { Tx, TxContext } from '../database/database.ts';
import type { Answer, SpecialAnswers } from './answer.ts';
import type { RenderedAnswer } from './idempotency.ts';
import type { Upload } from './upload.ts';

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;
type ParamsOf<O extends Operation> = O['params'] extends z.ZodType
  ? z.output<O['params']>
  : { [N in PathParameters<O['path']>]: string };
type QueryOf<O extends Operation> = O['query'] extends z.ZodType
  ? z.output<O['query']>
  : Record<never, never>;
type BodyOf<O extends Operation> = O['body'] extends z.ZodType
  ? O['bodyOptional'] extends true
    ? z.output<O['body']> | undefined
    : z.output<O['body']>
  : undefined;

/** The part of a handler's context that describes the request. */
export interface RequestContext {
  principal: Principal;
  request: {
    id: string;
    /** The caller's address as the gateway determined it; `unknown` if it could not. */
    clientIp: string;
    userAgent: string | undefined;
    /** Returns a header that the gateway passes on, by its name in lower case. */
    header(name: string): string | undefined;
  };
  /** Adds to the audit record of this write: pointers to what changed, further details. */
  audit(more: { changed?: string[]; details?: Record<string, unknown> }): void;
}

/** For a write to a resource with an ETag: one that declares `precondition_failed`. */
export interface Conditional {
  /**
   * Throws 412 unless `If-Match` is absent or matches this version; `undefined`: the resource does
   * not exist yet. Call it with the row locked. If the request has an `If-Match` and the handler
   * does not call this, its transaction is rolled back: 412. Returns whether the request has an
   * `If-Match`.
   */
  ifMatch(version: number | string | undefined): boolean;
}

/** For an operation that runs in one transaction. */
export interface TransactionScope {
  tx: Tx;
}

/**
 * For an operation that calls other systems: no transaction is open; it opens its own before and
 * after the call.
 */
export interface ExternalScope {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Writes intermediate results. The kept response and the audit record follow in the transaction
   * that ends the request.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs the last write; the kept response and the audit record commit with it. The handler returns
   * the result.
   */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** For an operation that computes a response. */
export interface QueryScope {
  /** Context for a transaction of this request. */
  context: TxContext;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface ScopeOf {
  read: TransactionScope;
  write: TransactionScope;
  external: ExternalScope;
  query: QueryScope;
}

/** The context that the handler of an operation receives. */
export type HandlerContext<O extends Operation> = RequestContext & {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
} & ('precondition_failed' extends O['errors'][number] ? Conditional : unknown) &
  (O['bodyKind'] extends 'octets' ? { upload: Upload } : unknown) &
  ScopeOf[O['mode'] extends OperationMode ? O['mode'] : 'write'];

type AnswerOf<O extends Operation> = O['answers'] extends keyof SpecialAnswers
  ? SpecialAnswers[O['answers']]
  : z.input<O['response']> | Answer<z.input<O['response']>>;

/** Handles one operation. Returns the response body, or `answer(body, { version })`. */
export type Handler<O extends Operation> = (
  context: HandlerContext<O>,
) => Promise<AnswerOf<O>> | AnswerOf<O>;

/** The context of a handler's first step: the request, and reads in transactions of their own. */
export type PrepareContext<C> = Omit<C, 'tx' | 'ifMatch' | 'audit'> & Pick<ExternalScope, 'read'>;

/**
 * Builds a handler that calls a sibling or runs a long computation before its transaction is
 * opened, so that no connection or lock is held meanwhile. The result of `prepare` is passed on as
 * `prepared`; its error is the response, unless there is a kept response for the request's
 * `Idempotency-Key`.
 */
export const prepared = <C, P, R>(
  prepare: (context: PrepareContext<C>) => Promise<P>,
  handle: (context: C & { prepared: Awaited<P> }) => R,
): ((context: C) => R) =>
  Object.assign((context: C) => handle(context as C & { prepared: Awaited<P> }), { prepare });

/** One handler per operation of a group; a missing one does not compile. */
export type Handlers<T extends Record<string, Operation>> = { [K in keyof T]: Handler<T[K]> };

/** A request for an operation that another service runs: authenticated, authorized and valid. */
export interface ForwardedOperation extends Pick<RequestContext, 'principal' | 'request'> {
  operationId: string;
  operation: Operation;
  /** Raw: percent-encoded, without the query. */
  path: string;
  /** Raw, without the question mark; empty if there is none. */
  query: string;
  /** Parsed but unchanged; undefined if there is none. */
  body: unknown;
  ifMatch: string | undefined;
  /** POST only. */
  idempotencyKey: string | undefined;
  traceparent: string;
}

/**
 * Runs an operation on another service. Its response is sent unchanged; a thrown problem is sent as
 * usual.
 */
export type ForwardOperation = (request: ForwardedOperation) => Promise<RenderedAnswer>;

/** Operations bound to their handlers. */
export interface Mount {
  operations: Record<string, Operation>;
  handlers: Record<string, (context: never) => unknown>;
  /** Forwards every operation of the group, in place of `handlers`. */
  forward?: ForwardOperation;
  /** Switched off by the operator: 404 to any authorized caller, for any input. */
  isClosed?: boolean;
}

/** Binds a group of operations to its handlers. */
export const serve = <T extends Record<string, Operation>>(
  group: T,
  handlers: Handlers<T>,
): Mount => ({ operations: group, handlers });

/** Mounts a group of operations that is switched off: 404, as if it did not exist. */
export const serveNothing = (group: Record<string, Operation>): Mount => ({
  operations: group,
  handlers: {},
  isClosed: true,
});

/**
 * Mounts a group of operations that another service runs. Requests are authenticated, authorized
 * and validated here; transaction, idempotency key, `If-Match` and audit record are left to the
 * service that owns the state.
 */
export const serveElsewhere = (
  group: Record<string, Operation>,
  forward: ForwardOperation,
): Mount => ({ operations: group, handlers: {}, forward });
