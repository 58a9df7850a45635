import type { IncomingMessage, ServerResponse } from 'node:http';
import { outcomeOfStatus } from '../telemetry/access-lines.ts';
import type { AccessLines } from '../telemetry/access-lines.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { asProblem } from '../problem/problem.ts';
import { requestLine } from '../routing/request-line.ts';
import type { RequestLine } from '../routing/request-line.ts';
import { currentScope, noteAccess } from '../telemetry/request-scope.ts';
import type { AccessNotes } from '../telemetry/request-scope.ts';
import { SpanKind, markFailed, runEntry } from '../telemetry/telemetry.ts';
import type { Span, Tracing } from '../telemetry/telemetry.ts';
import type { Codec } from './codec.ts';
import { gatewayAuthenticator } from './gateway-authenticator.ts';
import type { GatewayTrust } from './gateway-authenticator.ts';
import { operationServer } from './operation-server.ts';
import type { OperationServerOptions } from './operation-server.ts';
import { requestIdOf, traceIdOf, traceparentOf } from './request-context.ts';
import { sendProblem } from './send.ts';

/**
 * A surface of a service besides its operations (`/oauth2`, `/internal/applications`): responds, or
 * throws a problem.
 */
export interface Surface {
  /** Dialect of its problems; default: that of the API. */
  codec?: Codec;
  /** Whether the path belongs to this surface. */
  owns: (line: RequestLine, req: IncomingMessage) => boolean;
  /**
   * Handles a request, and names the endpoint with `noteAccess` for the metrics and the access
   * line.
   */
  handle: (
    req: IncomingMessage,
    res: ServerResponse,
    context: { line: RequestLine; requestId: string; traceparent: string },
  ) => Promise<void> | void;
}

/** Wraps operations with another authentication than the gateway's as a surface. */
export const operationSurface = ({
  owns,
  ...options
}: OperationServerOptions & Pick<Surface, 'owns'>): Surface => ({
  owns,
  codec: options.codec,
  handle: operationServer(options),
});

/** Options of {@link serviceHttp}. */
export interface ServiceHttpOptions
  extends Omit<OperationServerOptions, 'authenticator'>, GatewayTrust {
  surfaces?: readonly Surface[];
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string;
  metrics: Metrics;
  access: AccessLines;
  tracing?: Tracing | undefined;
}

/**
 * Response header that reports the problem code to the gateway, whatever the dialect of the body;
 * not passed on to callers.
 */
export const problemCodeHeader = 'x-platform-problem-code';

/**
 * The caller closed the connection before its request was answered; nginx's status code, since HTTP
 * has none.
 */
const clientClosed = 499;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Incoming {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  traceparent: string;
}

/**
 * Creates the request handler of a service. It trusts no header, so it verifies the gateway's token
 * and the bearer again. Then it parses the input, runs the operation, validates the output, and
 * maps errors.
 */
export function serviceHttp(options: ServiceHttpOptions) {
  const { log, metrics, access, tracing, surfaces } = options;
  const runOperation = operationServer({
    ...options,
    authenticator: gatewayAuthenticator(options),
  });
  const requests = metrics.counter('platform_http_requests_total');
  const durations = metrics.histogram('platform_http_request_duration_seconds');

  /** Sends the problem. Returns the status that the request ended with. */
  function sendFailure({ req, res, requestId }: Incoming, error: unknown, codec?: Codec): number {
    const traceId = traceIdOf(currentScope()?.traceparent ?? '');
    // The connection broke while the body was read: there is no client left to respond to, and
    // nothing of ours failed.
    if (req.errored !== null && error === req.errored) return clientClosed;
    const path = (req.url ?? '').split('?', 1)[0];
    const instance = path?.startsWith('/') ? path : undefined;
    const place = { instance, requestId, apiUrl: options.apiUrl };
    const { code } = asProblem(error);
    noteAccess({ code });
    const begun = res.headersSent ? { isLeft: res.closed } : undefined;
    const isFromGateway = req.headers['x-platform-service-authorization'] !== undefined;
    if (isFromGateway && !begun) res.setHeader(problemCodeHeader, code);
    const refusal = sendProblem(res, error, place, codec);
    const { cause = refusal } = refusal;
    if (refusal.status >= 500)
      log.error({ err: cause, requestId, traceId, code }, 'a request failed');
    // The unread rest of a body must not keep the connection busy.
    if (!req.complete) req.resume();
    // The status already sent does not describe a response that broke off.
    if (begun) return begun.isLeft ? clientClosed : refusal.status;
    return res.statusCode;
  }

  async function answer(incoming: Incoming): Promise<number> {
    const { req, res, requestId } = incoming;
    const traceparent = currentScope()?.traceparent ?? incoming.traceparent;
    let surface: Surface | undefined;
    try {
      const line = requestLine(req);
      surface = surfaces?.find((s) => s.owns(line, req));
      await (surface?.handle ?? runOperation)(req, res, { line, requestId, traceparent });
      return res.statusCode;
    } catch (error) {
      return sendFailure(incoming, error, surface?.codec);
    }
  }

  function describe(span: Span, operationId: string, status: number): void {
    span.updateName(operationId).setAttribute('http.response.status_code', status);
    if (status >= 500) markFailed(span, { code: String(status) });
  }

  function handle(incoming: Incoming): Promise<void> {
    const started = performance.now();
    const { req, requestId, traceparent } = incoming;
    const notes: AccessNotes = {};
    const method = methods.has(req.method ?? '') ? (req.method as string) : 'other';
    const entry = {
      name: 'request',
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'platform.request_id': requestId },
      requestId,
      traceparent,
      access: notes,
    };
    return runEntry(tracing, entry, async (span) => {
      const status = await answer(incoming);
      const durationMs = performance.now() - started;
      const { operationId = 'none', code = '' } = notes;
      requests.inc({ operation: operationId, method, status, code });
      durations.observe({ operation: operationId, status }, durationMs / 1_000);
      if (span) describe(span, operationId, status);
      access.write('request', {
        operationId,
        requestId,
        traceId: traceIdOf(currentScope()?.traceparent ?? traceparent),
        method,
        status,
        outcome: outcomeOfStatus(status),
        durationMs,
        notes,
      });
    });
  }

  return (req: IncomingMessage, res: ServerResponse): void =>
    void handle({ req, res, requestId: requestIdOf(req), traceparent: traceparentOf(req) });
}
