import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, Tracer } from '@opentelemetry/api';

/** What an access line says of a request besides its time and status. Never a secret, never a person's data. */
export interface AccessNotes {
  /** The operation or endpoint; also the label of the metrics, so never free text. */
  operationId?: string | undefined;
  tenantId?: string | undefined;
  /** The service account that called. */
  caller?: string | undefined;
  principalType?: string | undefined;
  clientId?: string | undefined;
  /** The OAuth grant that was asked for. */
  grant?: string | undefined;
  /** Code of the problem, or the OAuth error, that was answered. */
  code?: string | undefined;
}

/** One request, event or job while this process works on it: what calls to siblings, events and log lines name. */
export interface RequestScope {
  readonly requestId: string | undefined;
  /** W3C trace context that goes on to siblings and into events. */
  readonly traceparent: string | undefined;
  readonly access: AccessNotes;
  /** Where spans are recorded; absent while this request is not traced. */
  readonly tracing?: { readonly tracer: Tracer; readonly span: Span } | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** The request that the running code works for; undefined in work of the process itself. */
export const currentScope = (): RequestScope | undefined => scopes.getStore();

/** Runs `work`, and all that it begins, for this request. */
export const withinScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

/** Runs work that a request only sets off, such as a worker that it wakes: it belongs to no request. */
export const outsideScope = <T>(work: () => T): T => scopes.exit(work);

/** Adds to the access line of the current request. Later notes win; outside of a request there is no line. */
export function noteAccess(notes: AccessNotes): void {
  const scope = scopes.getStore();
  if (scope) Object.assign(scope.access, notes);
}
