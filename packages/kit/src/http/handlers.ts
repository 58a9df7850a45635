import type { Operation, Principal } from '@platform/contracts';
import type { z } from 'zod';
import type { Tx, TxContext } from '../database/database.ts';
import type { Answer } from './answer.ts';

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
  note(more: { changed?: string[]; details?: Record<string, unknown> }): void;
}

/** Of a write that acts on a thing with a tag: one that declares `precondition_failed`. */
export interface Conditional {
  /**
   * 412 unless `If-Match` is absent or names this version; `undefined`: there is no such thing yet. Call it with the row
   * locked. A handler that comes to an end without it, though the request carries `If-Match`, is rolled back: 412.
   */
  ifMatch(version: number | string | undefined): void;
}

/** Of a transaction: its SQL, and what it announces when it commits. */
export interface TransactionScope {
  tx: Tx;
}

/** Of an operation that calls out: no transaction is open; it opens its own around the call. */
export interface OutsideTransaction {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Writes what was learned. The stored answer and the audit record follow in the transaction that ends the request. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last write: stored answer and audit record stand or fall with it. The handler returns what this returns. */
  conclude<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Of an operation that only reads, where it has to. */
export interface ReadsOnly {
  /** Of whom a transaction would be. */
  context: TxContext;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** What the handler of an operation is given. */
export type HandlerContext<O extends Operation> = RequestContext & {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
} & ('precondition_failed' extends O['errors'][number] ? Conditional : unknown) &
  (O['mode'] extends 'outside'
    ? OutsideTransaction
    : O['mode'] extends 'lookup'
      ? ReadsOnly
      : TransactionScope);

/** The handler of one operation: returns the answer's body, or `answer(body, { version })`. */
export type Handler<O extends Operation> = (
  context: HandlerContext<O>,
) =>
  | Promise<z.input<O['response']> | Answer<z.input<O['response']>>>
  | z.input<O['response']>
  | Answer<z.input<O['response']>>;

/** What is asked before the transaction of a write: it knows the request, and no row yet. */
export type AskedFirst<C> = (context: Omit<C, 'tx' | 'ifMatch' | 'note'>) => Promise<void>;

/**
 * A handler of a write that asks a sibling first: `ask` runs before the transaction is opened, so that no connection and no
 * lock is held meanwhile. What it throws is the answer, unless the request's `Idempotency-Key` has one already.
 */
export const askFirst = <C, R>(
  ask: AskedFirst<C>,
  handler: (context: C) => R,
): ((context: C) => R) => Object.assign((context: C) => handler(context), { ask });

/** One handler for each operation of a group; a missing one is a compile error. */
export type Handlers<T extends Record<string, Operation>> = { [K in keyof T]: Handler<T[K]> };

/** Operations bound to their handlers. */
export interface Mount {
  operations: Record<string, Operation>;
  handlers: Record<string, (context: never) => unknown>;
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
