import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogue } from '@platform/contracts';
import type { Metrics } from '../metrics/metrics.ts';
import { requestLine } from '../request-line/request-line.ts';
import type { RequestLine } from '../request-line/request-line.ts';
import type { Codec } from './codec.ts';
import { sendProblem } from './send.ts';
import type { Mount } from './handlers.ts';
import { gatewayAuthenticator } from './gateway-authenticator.ts';
import type { GatewayTrust } from './gateway-authenticator.ts';
import { operationServer } from './operation-server.ts';
import type { OperationServerOptions } from './operation-server.ts';
import { requestIdOf, traceIdOf, traceparentOf } from './request-context.ts';

export {
  answer,
  checkIfMatch,
  contentVersion,
  digestTag,
  etagOf,
  file,
  matchesTag,
  page,
  redirect,
  stream,
} from './answer.ts';
export type { Answer, FileAnswer, PageAnswer, RedirectAnswer, StreamAnswer } from './answer.ts';
export { jsonCodec, jsonDialect, parseForm } from './codec.ts';
export type { Codec } from './codec.ts';
export { prepared, serve, serveElsewhere, serveNothing } from './handlers.ts';
export type {
  Conditional,
  ForwardedOperation,
  ForwardOperation,
  Handler,
  HandlerContext,
  Handlers,
  TransactionScope,
  Mount,
  ExternalScope,
  QueryScope,
  RequestContext,
} from './handlers.ts';
export {
  gatewayAuthenticator,
  refusedIdentityHeader,
  verifyGatewayCaller,
} from './gateway-authenticator.ts';
export type { GatewayTrust } from './gateway-authenticator.ts';
export { listen } from './http-server.ts';
export type { HttpServer } from './http-server.ts';
export { idempotencyStore } from './idempotency.ts';
export type { RenderedAnswer } from './idempotency.ts';
export type { IncomingRequest, Authenticator, OperationServerOptions } from './operation-server.ts';
export { checkMediaType, parseJson, parseJsonText, pointerOf, readBody } from './request-body.ts';
export { sendJson, sendProblem } from './send.ts';
export type { Upload } from './upload.ts';
export { requestIdOf, traceIdOf, traceparentOf } from './request-context.ts';
export { parseBody, parseParameters } from './validation.ts';

/** A surface of a service beside its operations (`/oauth2`, `/internal/applications`): answers, or throws a problem. */
export interface Surface {
  /** The dialect of its problems; default: that of the API. */
  codec?: Codec;
  /** True when this surface owns the path. */
  owns: (line: RequestLine, req: IncomingMessage) => boolean;
  /** May name the operation that it ran, for the metrics. */
  handle: (
    req: IncomingMessage,
    res: ServerResponse,
    context: { line: RequestLine; requestId: string; traceparent: string },
  ) => Promise<string | void> | void;
}

/** Operations under another authentication than the gateway's, as a surface. */
export const operationSurface = ({
  owns,
  ...options
}: OperationServerOptions & Pick<Surface, 'owns'>): Surface => ({
  owns,
  codec: options.codec,
  handle: operationServer(options),
});

/** What {@link serviceHttp} needs. */
export interface ServiceHttpOptions
  extends Omit<OperationServerOptions, 'authenticator'>, GatewayTrust {
  surfaces?: readonly Surface[];
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string;
  metrics: Metrics;
}

/**
 * The request handler of a service: believes no header, so verifies the gateway's token and the bearer again, parses
 * in, runs the operation, checks out, maps errors.
 */
export function serviceHttp(options: ServiceHttpOptions) {
  const { log } = options;
  const runOperation = operationServer({
    ...options,
    authenticator: gatewayAuthenticator(options),
  });
  const durations = options.metrics.histogram(
    'http_request_duration_seconds',
    'Time of a request in this service.',
    ['operation', 'status'],
  );

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const started = performance.now();
    const requestId = requestIdOf(req);
    const traceparent = traceparentOf(req);
    const instance = (req.url ?? '').split('?', 1)[0];
    let operationId = 'none';
    let status: string | undefined;
    let surface: Surface | undefined;
    try {
      const line = requestLine(req);
      surface = options.surfaces?.find((s) => s.owns(line, req));
      if (surface)
        operationId = (await surface.handle(req, res, { line, requestId, traceparent })) ?? 'none';
      else operationId = await runOperation(req, res, { line, requestId, traceparent });
    } catch (error) {
      // The connection broke while the body was read: nobody is left to be answered, and nothing of ours failed.
      if (req.errored !== null && error === req.errored) {
        status = '499';
        log.info({ requestId, traceId: traceIdOf(traceparent) }, 'the caller left mid-request');
        return;
      }
      const place = {
        instance: instance?.startsWith('/') ? instance : undefined,
        requestId,
        apiUrl: options.apiUrl,
      };
      const refusal = sendProblem(res, error, place, surface?.codec);
      if (refusal.status >= 500)
        log.error(
          {
            err: refusal.cause ?? refusal,
            requestId,
            traceId: traceIdOf(traceparent),
            code: refusal.code,
          },
          'a request failed',
        );
      // The rest of a body that nobody will read must not keep the connection busy.
      if (!req.complete) req.resume();
    } finally {
      durations.observe(
        { operation: operationId, status: status ?? String(res.statusCode) },
        (performance.now() - started) / 1000,
      );
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => void handle(req, res);
}

/** Operations of the catalogue that this group lacks; a service that forgets to mount one does not start. */
export function unmounted(owner: string, mounts: readonly Mount[]): string[] {
  const mounted = new Set(mounts.flatMap((m) => Object.keys(m.operations)));
  return catalogue
    .filter((entry) => entry.owner === owner && !mounted.has(entry.operationId))
    .map((entry) => entry.operationId);
}
