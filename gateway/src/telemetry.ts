import { traceIdOf } from '@platform/kit/http';
import type { AccessLog } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import type { Exchange } from './exchange.ts';

/** What is told of each request when its answer has ended. */
export interface Telemetry {
  finished(x: Exchange): void;
}

const clientClosed = 499;
const rounded = (millis: number): number => Math.round(millis * 1000) / 1000;

/** One line of the access log and the metrics of a request. Never in it: Authorization, query values, bodies. */
export function telemetry({ log, metrics }: { log: AccessLog; metrics: Metrics }): Telemetry {
  const requests = metrics.counter('gateway_requests_total', 'Requests by operation and outcome.', [
    'operation',
    'method',
    'status',
    'code',
  ]);
  const durations = metrics.histogram(
    'gateway_request_duration_seconds',
    'Time of a request: in all, in the gateway, behind it.',
    ['operation', 'part'],
  );
  const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

  const parts = ['total', 'own', 'upstream'] as const;
  const byOperation = new Map<
    string,
    Record<(typeof parts)[number], { observe(seconds: number): void }>
  >();
  const durationsOf = (operation: string) => {
    let found = byOperation.get(operation);
    if (!found) {
      found = Object.fromEntries(
        parts.map((part) => [part, durations.labels({ operation, part })]),
      ) as NonNullable<typeof found>;
      byOperation.set(operation, found);
    }
    return found;
  };

  return {
    finished(x) {
      const { req, res, route, verified } = x;
      const total = performance.now() - x.startedAt;
      const upstream = x.upstreamStartedAt
        ? (x.upstreamEndedAt || performance.now()) - x.upstreamStartedAt
        : 0;
      const own = Math.max(0, total - upstream);
      const status = x.gone && !res.headersSent ? clientClosed : res.statusCode;
      const operation = route?.operationId ?? 'none';
      requests.inc({
        operation,
        method: methods.has(req.method ?? '') ? (req.method as string) : 'other',
        status,
        code: x.code ?? '',
      });
      const spent = durationsOf(operation);
      spent.total.observe(total / 1000);
      spent.own.observe(own / 1000);
      if (x.upstream) spent.upstream.observe(upstream / 1000);
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
