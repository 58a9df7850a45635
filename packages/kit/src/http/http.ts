import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogue } from '@platform/contracts';
import type { Operation } from '@platform/contracts';
import { z } from 'zod';
import { requireScopes } from '../auth/auth.ts';
import type { ServiceCaller, Verified } from '../auth/auth.ts';
import { serviceToken } from '../auth/auth.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { problem } from '../problem/problem.ts';
import { parseQuery, requestLine } from '../request-line/request-line.ts';
import type { RequestLine } from '../request-line/request-line.ts';
import { routeMatcher } from '../route-matcher/route-matcher.ts';
import { matchesTag, sendJson, sendProblem } from './answer.ts';
import type { Mount } from './handlers.ts';
import { idempotencyKeyOf, idempotencyStore, requestHash } from './idempotency.ts';
import { operationRunner } from './operation-run.ts';
import type { RunnerOptions } from './operation-run.ts';
import { checkMediaType, parseJson, readBody } from './request-body.ts';
import { requestIdOf, traceIdOf, traceparentOf } from './request-context.ts';
import { parseBody, parseParameters } from './validation.ts';

export { answer, checkIfMatch, digestTag, etagOf, matchesTag, sendJson, sendProblem } from './answer.ts';
export type { Answer } from './answer.ts';
export { serve } from './handlers.ts';
export type { Handler, HandlerContext, Handlers, InTransaction, Mount, OutsideTransaction, RequestContext } from './handlers.ts';
export { listen } from './http-server.ts';
export type { HttpServer } from './http-server.ts';
export { idempotencyStore } from './idempotency.ts';
export { checkMediaType, parseJson, pointerOf, readBody } from './request-body.ts';
export { requestIdOf, traceIdOf, traceparentOf } from './request-context.ts';
export { parseBody, parseParameters } from './validation.ts';

/** A surface of a service beside its operations (`/oauth2`, `/internal/applications`): answers, or throws a problem. */
export interface Surface {
  /** True when this surface owns the path. */
  owns: (line: RequestLine, req: IncomingMessage) => boolean;
  handle: (req: IncomingMessage, res: ServerResponse, context: { line: RequestLine; requestId: string; traceparent: string }) => Promise<void> | void;
}

/** What {@link serviceHttp} needs. */
export interface ServiceHttpOptions extends Omit<RunnerOptions, 'idempotency' | 'onAuditLost'> {
  mounts: readonly Mount[];
  surfaces?: readonly Surface[];
  verifyBearer: (authorization: string | undefined) => Promise<Verified>;
  /** Verifies the gateway's projected token. */
  verifyGateway: (token: string | undefined) => Promise<ServiceCaller>;
  resourceMetadata: string;
  secrets: Parameters<typeof idempotencyStore>[0];
  log: Logger;
  metrics: Metrics;
}

const defaultMaxBytes = 1024 * 1024;
const noParameters = z.strictObject({});

const bodyText = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));

/**
 * The request handler of a service: believes no header, so verifies the gateway's token and the bearer again, parses
 * in, runs the operation, checks out, maps errors.
 */
export function serviceHttp(options: ServiceHttpOptions) {
  const { log } = options;
  const operations: Record<string, Operation> = Object.assign({}, ...options.mounts.map((m) => m.operations));
  const handlers: Record<string, (context: never) => unknown> = Object.assign({}, ...options.mounts.map((m) => m.handlers));
  const match = routeMatcher(operations);
  const run = operationRunner({
    db: options.db, bus: options.bus, idempotency: idempotencyStore(options.secrets),
    onAuditLost: (error) => log.error({ err: error }, 'an audit record of a refusal could not be kept'),
  });
  const durations = options.metrics.histogram('http_request_duration_seconds', 'Time of a request in this service.', ['operation', 'status']);

  async function readInput(req: IncomingMessage, operation: Operation): Promise<unknown> {
    if (!operation.body) return undefined;
    const raw = await readBody(req, operation.maxBodyBytes ?? defaultMaxBytes);
    if (raw.length === 0 && operation.bodyOptional) return undefined;
    if (raw.length === 0) throw problem('validation_failed', { detail: 'a body is required', errors: [{ pointer: '', code: 'required', detail: 'a body is required' }] });
    checkMediaType(req, operation.mergePatch);
    return parseJson(raw);
  }

  async function runOperation(req: IncomingMessage, res: ServerResponse, at: { line: RequestLine; requestId: string; traceparent: string }): Promise<string> {
    await options.verifyGateway(serviceToken(req.headers['x-platform-service-authorization'] as string | undefined));
    const found = match(req.method ?? '', at.line.segments);
    if (found.kind === 'method') throw problem('method_not_allowed', { headers: { allow: found.allow.join(', ') } });
    if (found.kind === 'none') throw problem('not_found');
    const { operationId, params } = found;
    const operation = operations[operationId] as Operation;
    const { principal } = await options.verifyBearer(req.headers.authorization);
    const addressed = req.headers['x-platform-tenant'];
    if (addressed !== undefined && addressed !== principal.tenantId) throw problem('tenant_mismatch');
    requireScopes(operation.scopes, principal.scopes, options.resourceMetadata);

    const query = parseParameters(operation.query ?? noParameters, parseQuery(at.line.query));
    const rawBody = await readInput(req, operation);
    const body = operation.body && rawBody !== undefined ? parseBody(operation.body, rawBody) : undefined;
    const key = operation.method === 'post' ? idempotencyKeyOf(req.headers['idempotency-key']) : undefined;
    const answer = await run({
      operationId, operation, handler: handlers[operationId] as never, traceparent: at.traceparent,
      base: {
        principal,
        request: { id: at.requestId, clientIp: (req.headers['x-platform-client-ip'] as string | undefined) ?? 'unknown', userAgent: req.headers['user-agent'] },
      },
      input: { params: operation.params ? parseParameters(operation.params, params) : params, query, body },
      ifMatch: req.headers['if-match'],
      idempotent: key === undefined ? undefined : {
        caller: `${principal.type}:${principal.clientId}:${principal.id}`, key,
        hash: requestHash([operationId, at.line.rawPath, at.line.query, bodyText(rawBody)]), sealed: operation.secretAnswer ?? false,
      },
    });
    send(req, res, operation, answer, at.requestId);
    return operationId;
  }

  function send(req: IncomingMessage, res: ServerResponse, operation: Operation, answer: { status: number; json: string; headers: Record<string, string> }, requestId: string): void {
    const headers = { ...answer.headers, 'x-request-id': requestId, ...(operation.preview ? { 'x-platform-preview': operation.preview } : {}) };
    const etag = answer.headers['etag'];
    const known = req.headers['if-none-match'];
    if (etag && known !== undefined && operation.method === 'get' && matchesTag(known.replaceAll('W/', ''), etag)) {
      res.writeHead(304, headers).end();
    } else if (answer.status === 204) {
      res.writeHead(204, headers).end();
    } else sendJson(res, answer.status, answer.json, headers);
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const started = performance.now();
    const requestId = requestIdOf(req);
    const traceparent = traceparentOf(req);
    const instance = (req.url ?? '').split('?', 1)[0];
    let operationId = 'none';
    try {
      const line = requestLine(req);
      const surface = options.surfaces?.find((s) => s.owns(line, req));
      if (surface) await surface.handle(req, res, { line, requestId, traceparent });
      else operationId = await runOperation(req, res, { line, requestId, traceparent });
    } catch (error) {
      const refusal = sendProblem(res, error, { ...(instance?.startsWith('/') ? { instance } : {}), requestId });
      if (refusal.status >= 500) log.error({ err: refusal.cause ?? refusal, requestId, traceId: traceIdOf(traceparent), code: refusal.code }, 'a request failed');
      // The rest of a body that nobody will read must not keep the connection busy.
      if (!req.complete) req.resume();
    } finally {
      durations.observe({ operation: operationId, status: String(res.statusCode) }, (performance.now() - started) / 1000);
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => void handle(req, res);
}

/** Operations of the catalogue that this group lacks; a service that forgets to mount one does not start. */
export function unmounted(owner: string, mounts: readonly Mount[]): string[] {
  const mounted = new Set(mounts.flatMap((m) => Object.keys(m.operations)));
  return catalogue.filter((entry) => entry.owner === owner && !mounted.has(entry.operationId)).map((entry) => entry.operationId);
}
