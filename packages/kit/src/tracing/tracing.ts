export { SpanKind } from '@opentelemetry/api';
export type { Span } from '@opentelemetry/api';
export { startTracing } from './exporter.ts';
export type { TracingOptions } from './exporter.ts';
export { beginEntry, inSpan, markFailed, runEntry, traceparentOfSpan } from './spans.ts';
export type { Entry, SpanStart, Tracing } from './spans.ts';
