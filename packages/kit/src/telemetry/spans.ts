import { SpanStatusCode, isSpanContextValid, trace, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api';
import { currentScope, withinScope } from './request-scope.ts';
import type { AccessNotes } from './request-scope.ts';

/** Records the spans of one process. Absent if no endpoint is configured. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the buffered spans and stops. Resolves even if the collector does not respond. */
  close(): Promise<void>;
}

/** Name and attributes of a span. Never secrets, query strings or personal data. */
export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
}

/** An entry of work into a process: a request, a call, an event, a job. */
export interface Entry extends SpanStart {
  requestId: string | undefined;
  /** The received trace context. */
  traceparent: string | undefined;
  access: AccessNotes;
}

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the context whose parent is the given traceparent; the root context if it is invalid. */
function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = form.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Returns the W3C `traceparent` of a span. */
export function traceparentOfSpan(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Starts a span as a child of the caller's; the caller ends it. */
export const beginEntry = (
  { tracer }: Tracing,
  { name, kind, attributes, traceparent }: Omit<Entry, 'requestId' | 'access'>,
): Span =>
  tracer.startSpan(name, { kind, ...(attributes ? { attributes } : {}) }, parentOf(traceparent));

/**
 * Marks a span as failed. Records only the name of the error, whose message may contain data of a
 * tenant.
 */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = typeof code === 'string' ? code : String(name ?? 'Error');
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs work that enters the process, in a scope of its own and, if the process is traced, in a
 * span.
 */
export function runEntry<T>(
  tracing: Tracing | undefined,
  entry: Entry,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const { requestId, traceparent, access } = entry;
  if (!tracing) return withinScope({ requestId, traceparent, access }, () => work(undefined));
  const span = beginEntry(tracing, entry);
  const scope = {
    requestId,
    traceparent: traceparentOfSpan(span),
    access,
    // For a trace that is not sampled, no further spans are built.
    tracing: span.isRecording() ? { tracer: tracing.tracer, span } : undefined,
  };
  return withinScope(scope, () => ended(span, () => work(span)));
}

/** Runs work in a child span of the current one; without a span outside of a traced request. */
export function inSpan<T>(
  { name, kind, attributes }: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const scope = currentScope();
  if (!scope?.tracing) return work(undefined);
  const { tracer, span: parent } = scope.tracing;
  const span = tracer.startSpan(
    name,
    { kind, ...(attributes ? { attributes } : {}) },
    trace.setSpan(ROOT_CONTEXT, parent),
  );
  const inner = { ...scope, traceparent: traceparentOfSpan(span), tracing: { tracer, span } };
  return withinScope(inner, () => ended(span, () => work(span)));
}
