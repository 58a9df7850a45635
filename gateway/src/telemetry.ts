import { traceIdOf } from '@platform/kit/http';
import type { AccessLog, Metrics, Tally, Tracing } from '@platform/kit/telemetry';
import {
  withinScope,
  SpanKind,
  beginEntry,
  markFailed,
  traceparentOfSpan,
} from '@platform/kit/telemetry';
import type { Exchange } from './exchange.ts';

interface Observer {
  observe(seconds: number): void;
}

/** Logs, metrics and traces of requests. */
export interface Telemetry {
  /** Called on arrival: starts the span if requests are traced. */
  begun(x: Exchange): void;
  /** Runs the steps, so that the calls of a traced request are part of its trace. */
  within<T>(x: Exchange, work: () => T): T;
  /** Called when the response has ended. */
  finished(x: Exchange): void;
}

const clientClosed = 499;
const rounded = (millis: number): number => Math.round(millis * 1000) / 1000;

interface Meters {
  operation: string;
  total: Observer;
  own: Observer;
  upstream: Observer;
  /** Requests by method, status and code. */
  requests: Map<string, Tally>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodOf = ({ req: { method = '' } }: Exchange): string =>
  methods.has(method) ? method : 'other';

/** The metrics of an operation, found once and kept: finding them by their labels costs more than counting. */
function requestMeters(metrics: Metrics) {
  const requests = metrics.tally('gateway_requests_total');
  const totals = metrics.histogram('gateway_request_duration_seconds');
  const owns = metrics.histogram('gateway_own_duration_seconds');
  const upstreams = metrics.histogram('gateway_upstream_duration_seconds');
  const byOperation = new Map<string, Meters>();
  return {
    of(operation: string): Meters {
      const known = byOperation.get(operation);
      if (known) return known;
      const found = {
        operation,
        total: totals.labels({ operation }),
        own: owns.labels({ operation }),
        upstream: upstreams.labels({ operation }),
        requests: new Map(),
      };
      byOperation.set(operation, found);
      return found;
    },
    requests(of: Meters, x: Exchange, status: number): Tally {
      const method = methodOf(x);
      const code = x.code ?? '';
      const key = `${method} ${status} ${code}`;
      const known = of.requests.get(key);
      if (known) return known;
      const found = requests({ operation: of.operation, method, status: String(status), code });
      of.requests.set(key, found);
      return found;
    },
  };
}

/** Writes one access log line and the metrics per request, never Authorization, query values or bodies. */
export function telemetry({
  log,
  metrics,
  tracing,
}: {
  log: AccessLog;
  metrics: Metrics;
  tracing?: Tracing | undefined;
}): Telemetry {
  const meters = requestMeters(metrics);

  function endSpan(x: Exchange, operation: string, status: number): void {
    if (!x.span) return;
    x.span.updateName(operation).setAttribute('http.response.status_code', status);
    if (x.upstream) x.span.setAttribute('platform.upstream', x.upstream);
    if (x.code) x.span.setAttribute('platform.code', x.code);
    if (status >= 500) markFailed(x.span, { code: x.code ?? String(status) });
    x.span.end();
  }

  return {
    begun(x) {
      if (!tracing) return;
      const attributes = {
        'http.request.method': methodOf(x),
        'platform.request_id': x.requestId,
      };
      const { traceparent } = x;
      x.span = beginEntry(tracing, {
        name: 'request',
        kind: SpanKind.SERVER,
        traceparent,
        attributes,
      });
      x.traceparent = traceparentOfSpan(x.span);
    },

    within(x, work) {
      const { requestId, traceparent, span } = x;
      if (!tracing || !span?.isRecording()) return work();
      const traced = { tracer: tracing.tracer, span };
      return withinScope({ requestId, traceparent, access: {}, tracing: traced }, work);
    },

    finished(x) {
      const { req, res, route, verified } = x;
      const total = performance.now() - x.startedAt;
      const upstream = x.upstreamStartedAt
        ? (x.upstreamEndedAt || performance.now()) - x.upstreamStartedAt
        : 0;
      const own = Math.max(0, total - upstream);
      const status = x.gone && !res.headersSent ? clientClosed : res.statusCode;
      const operation = route?.operationId ?? 'none';
      const spent = meters.of(operation);
      meters.requests(spent, x, status).count++;
      spent.total.observe(total / 1000);
      spent.own.observe(own / 1000);
      if (x.upstream) spent.upstream.observe(upstream / 1000);
      endSpan(x, operation, status);
      log.info(
        {
          requestId: x.requestId,
          traceId: traceIdOf(x.traceparent),
          method: req.method,
          route: route?.path,
          operationId: route?.operationId,
          status,
          code: x.code,
          tenantId: verified?.principal.tenantId,
          principalType: verified?.principal.type,
          principalId: verified?.principal.id,
          clientId: verified?.principal.clientId,
          clientIp: x.clientIp,
          durationMs: rounded(total),
          ownMs: rounded(own),
          upstream: x.upstream,
          upstreamMs: x.upstream ? rounded(upstream) : undefined,
          retried: x.retried || undefined,
          bytesIn: x.bytesIn,
          bytesOut: x.bytesOut,
          userAgent: x.headers['user-agent']?.slice(0, 200),
        },
        'request',
      );
    },
  };
}
