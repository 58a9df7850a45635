import { takesKey } from './operation.ts';
import type { OperationRow } from './operation.ts';

/** Options of every method. */
export interface CallOptions {
  /** Cancels the call, its retries and the iteration over its pages. */
  signal?: AbortSignal;
  /** Milliseconds that each attempt can take. */
  timeoutMs?: number;
  /** How often a request is repeated, where that is safe. */
  retries?: number;
  /** Further headers of the request. */
  headers?: Readonly<Record<string, string>>;
}

/** Options of a method that the platform runs once for each key. */
export interface KeyedOptions extends CallOptions {
  /** Sent as `Idempotency-Key`. By default each call has a random key, which its retries share. */
  idempotencyKey?: string;
}

/** Options of a method that can depend on the version of its resource. */
export interface ConditionalOptions extends CallOptions {
  /** The `etag` that you have read. If the resource has changed since then, the call fails with `precondition_failed`. */
  ifMatch?: string;
}

/** Options of methods whose request can be conditional and have a key. */
export interface KeyedConditionalOptions extends KeyedOptions, ConditionalOptions {}

/** All options, and the query parameters among them. */
export interface AnyOptions extends KeyedConditionalOptions {
  [parameter: string]: unknown;
}

const callOptions = ['signal', 'timeoutMs', 'retries', 'headers'];

/** Refuses options that the types exclude, since a caller without types would take a filter or a condition for obeyed. */
export function checkOptions(row: OperationRow, options: AnyOptions): void {
  const known = [
    ...callOptions,
    ...(row.query ?? []),
    ...(takesKey(row) ? ['idempotencyKey'] : []),
    ...(row.conditional ? ['ifMatch'] : []),
  ];
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(`${row.name} has no option "${name}". It has: ${known.join(', ')}`);
  if ('ifMatch' in options && !options.ifMatch)
    throw new TypeError(`${row.name}: ifMatch is empty. Omit it to write unconditionally`);
  if ('idempotencyKey' in options && !/^[!-~]{1,255}$/.test(options.idempotencyKey ?? ''))
    throw new TypeError(`${row.name}: idempotencyKey must have 1 to 255 visible ASCII characters`);
}
