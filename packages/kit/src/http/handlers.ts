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

/** What a handler knows of a request besides its input. */
export interface RequestContext {
  principal: Principal;
  request: {
    id: string;
    /** The caller's address as the gateway saw it; `unknown` where it could not tell. */
    clientIp: string;
    userAgent: string | undefined;
  };
  /** Adds to the audit record of this write: pointers of what was changed, further details. */
  audit(more: { changed?: string[]; details?: Record<string, unknown> }): void;
}

/** Of a write that acts on a resource with an ETag: one that declares `precondition_failed`. */
export interface Conditional {
  /**
   * 412 unless `If-Match` is absent or names this version; `undefined`: the resource does not exist yet. Call it with the
   * row locked. A handler that ends without it, though the request carries `If-Match`, is rolled back: 412. Returns whether the
   * request carries `If-Match`.
   */
  ifMatch(version: number | string | undefined): boolean;
}

/** Of an operation that runs in one transaction. */
export interface TransactionScope {
  tx: Tx;
}

/** Of an operation that calls out: no transaction is open; it opens its own around the call. */
export interface ExternalScope {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Writes what was learned. The kept answer and the audit record follow in the transaction that ends the request. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last write: kept answer and audit record commit with it. The handler returns what this returns. */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Of an operation that computes an answer. */
export interface QueryScope {
  /** Of whom a transaction would be. */
  context: TxContext;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface ScopeOf {
  read: TransactionScope;
  write: TransactionScope;
  external: ExternalScope;
  query: QueryScope;
}

/** What the handler of an operation is given. */
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

/** The handler of one operation: returns the answer's body, or `answer(body, { version })`. */
export type Handler<O extends Operation> = (
  context: HandlerContext<O>,
) => Promise<AnswerOf<O>> | AnswerOf<O>;

/** What the first step of a handler is given: the request, and reads in transactions of their own. */
export type PrepareContext<C> = Omit<C, 'tx' | 'ifMatch' | 'audit'> & Pick<ExternalScope, 'read'>;

/**
 * A handler that asks a sibling, or computes for long, before its transaction is opened, so that no connection and no lock
 * is held meanwhile. What `prepare` answers is handed on as `prepared`; what it throws is the answer, unless the request's
 * `Idempotency-Key` has one already.
 */
export const prepared = <C, P, R>(
  prepare: (context: PrepareContext<C>) => Promise<P>,
  handle: (context: C & { prepared: Awaited<P> }) => R,
): ((context: C) => R) =>
  Object.assign((context: C) => handle(context as C & { prepared: Awaited<P> }), { prepare });

/** One handler for each operation of a group; a missing one is a compile error. */
export type Handlers<T extends Record<string, Operation>> = { [K in keyof T]: Handler<T[K]> };

/** A request for an operation that another service runs: authenticated, authorized and valid. */
export interface ForwardedOperation extends Pick<RequestContext, 'principal' | 'request'> {
  operationId: string;
  operation: Operation;
  /** As it came, percent-encoded, without the query. */
  path: string;
  /** As it came, without the question mark; empty without one. */
  query: string;
  /** As it came, parsed; undefined without one. */
  body: unknown;
  ifMatch: string | undefined;
  /** Of a POST. */
  idempotencyKey: string | undefined;
  traceparent: string;
}

/** Has another service run an operation. The response is sent as it is returned; a thrown problem is sent as usual. */
export type ForwardOperation = (request: ForwardedOperation) => Promise<RenderedAnswer>;

/** Operations bound to their handlers. */
export interface Mount {
  operations: Record<string, Operation>;
  handlers: Record<string, (context: never) => unknown>;
  /** Runs every operation of the group elsewhere, in place of `handlers`. */
  forward?: ForwardOperation;
  /** Switched off by the operator: 404 to whoever may call them, whatever they send. */
  isClosed?: boolean;
}

/** Binds a group of operations to its handlers. */
export const serve = <T extends Record<string, Operation>>(
  group: T,
  handlers: Handlers<T>,
): Mount => ({ operations: group, handlers });

/** A group of operations that is switched off: 404, as if nothing were there. */
export const serveNothing = (group: Record<string, Operation>): Mount => ({
  operations: group,
  handlers: {},
  isClosed: true,
});

/**
 * A group of operations that another service runs. Requests are authenticated, authorized and validated here; transaction,
 * idempotency key, `If-Match` and audit record are left to the service that keeps the state.
 */
export const serveElsewhere = (
  group: Record<string, Operation>,
  forward: ForwardOperation,
): Mount => ({ operations: group, handlers: {}, forward });
