import type { IncomingMessage } from 'node:http';
import { listen, readBody } from '@platform/kit/http';

/** A span received by the collector. */
export interface CollectedSpan {
  service: string;
  name: string;
  /** OTLP number: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  isFailed: boolean;
}

/** A fake OpenTelemetry collector: OTLP over HTTP, in JSON. */
export interface TestCollector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Returns the headers of the last export. */
  headers(): IncomingMessage['headers'];
  stop(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: Attribute[];
        status: { code?: number };
      }[];
    }[];
  }[];
}

const named = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansIn({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(named(resource.attributes)['service.name']),
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        attributes: named(span.attributes),
        isFailed: span.status.code === 2,
      })),
    ),
  );
}

/** Starts a collector on any free port. */
export async function testCollector(): Promise<TestCollector> {
  const spans: CollectedSpan[] = [];
  let headers: IncomingMessage['headers'] = {};
  const http = await listen(0, (req, res) => {
    void (async () => {
      const body = JSON.parse(String(await readBody(req, 16 * 1024 * 1024))) as Export;
      if (req.url === '/v1/traces') spans.push(...spansIn(body));
      headers = req.headers;
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  });
  return {
    endpoint: `http://127.0.0.1:${http.port}`,
    spans,
    headers: () => headers,
    stop: () => http.close(0),
  };
}
