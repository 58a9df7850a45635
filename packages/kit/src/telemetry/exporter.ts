import type { Tracing } from './spans.ts';

/** Where spans are exported, and how many. */
export interface TracingOptions {
  /** Base URL of an OTLP/HTTP collector, such as `http://otel-collector:4318`; empty: no tracing. */
  endpoint: string;
  /** Share of traces to record, 0 to 1. Decided by the trace id, so every process decides alike. */
  sampleRatio: number;
  /** Headers of the export, for collectors that require a credential. */
  headers?: Record<string, string>;
  service: string;
  version: string;
}

const exportMs = 5_000;

/**
 * Starts tracing; undefined without an endpoint. Loads the SDK only here, so that a process without
 * tracing never contains it.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing | undefined> {
  if (options.endpoint === '') return undefined;
  const [base, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
    ...(options.headers ? { headers: options.headers } : {}),
  });
  const provider = new base.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'platform',
      'service.name': options.service,
      'service.version': options.version,
    }),
    // Uses the trace id only, because anyone can set the sampled flag of a public request.
    sampler: new base.TraceIdRatioBasedSampler(options.sampleRatio),
    spanProcessors: [new base.BatchSpanProcessor(exporter, { exportTimeoutMillis: exportMs })],
  });
  return {
    tracer: provider.getTracer('platform', options.version),
    close: () => provider.shutdown().catch(() => undefined),
  };
}
