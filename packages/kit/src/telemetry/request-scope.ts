import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, Tracer } from '@opentelemetry/api';

/** Fields of an access line in addition to time and status. Never secrets or personal data. */
export interface AccessNotes {
  /** The operation or endpoint; also a label of the metrics, so never free text. */
  operationId?: string | undefined;
  tenantId?: string | undefined;
  /** The calling service account. */
  caller?: string | undefined;
  principalType?: string | undefined;
  clientId?: string | undefined;
  /** The requested OAuth grant type. */
  grant?: string | undefined;
  /** Code of the returned problem or OAuth error. */
  code?: string | undefined;
}

/**
 * One request, event or job that this process works on: the source of ids for calls to siblings,
 * events and log lines.
 */
export interface RequestScope {
  readonly requestId: string | undefined;
  /** W3C trace context for siblings and events. */
  readonly traceparent: string | undefined;
  readonly access: AccessNotes;
  /** Where spans are recorded; absent while this request is not traced. */
  readonly tracing?: { readonly tracer: Tracer; readonly span: Span } | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Returns the request that the running code works for; undefined in work of the process itself. */
export const currentScope = (): RequestScope | undefined => scopes.getStore();

/** Runs `work`, and everything that it starts, for this request. */
export const withinScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

/**
 * Runs work that a request only triggers, such as a worker that it wakes: it belongs to no request.
 */
export const outsideScope = <T>(work: () => T): T => scopes.exit(work);

/**
 * Adds to the access line of the current request. Later notes take precedence; has no effect
 * outside of a request.
 */
export function noteAccess(notes: AccessNotes): void {
  const scope = scopes.getStore();
  if (scope) Object.assign(scope.access, notes);
}
