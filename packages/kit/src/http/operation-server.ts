import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, Principal } from '@platform/contracts';
import { z } from 'zod';
import type { Logger } from '../telemetry/log.ts';
import { invalid, methodNotAllowed, noSuchRoute, problem } from '../problem/problem.ts';
import { parseQuery } from '../routing/request-line.ts';
import type { RequestLine } from '../routing/request-line.ts';
import { noteAccess } from '../telemetry/request-scope.ts';
import { routeMatcher } from '../routing/route-matcher.ts';
import { matchesTag } from './answer.ts';
import { conditionIn, jsonCodec } from './codec.ts';
import type { Codec } from './codec.ts';
import type { Mount } from './handlers.ts';
import { idempotencyKeyOf, idempotencyStore, requestHash } from './idempotency.ts';
import { operationRunner } from './operation-run.ts';
import type { OperationRunnerOptions } from './runner-options.ts';
import type { RenderedAnswer } from './idempotency.ts';
import { isTextReply } from './render.ts';
import { withNotFoundDetail } from './not-found.ts';
import type { Reply } from './render.ts';
import { checkMediaType, readBody } from './request-body.ts';
import { sendFile, sendStream, sendText } from './send.ts';
import { uploadOf } from './upload.ts';
import { parseBody, parseParameters } from './validation.ts';

/** A request for an operation. */
export interface IncomingRequest {
  req: IncomingMessage;
  operation: Operation;
  /** Returns the parsed body, not validated; undefined if there is none. Reads it at most once. */
  body: () => Promise<unknown>;
}

/**
 * Authenticates callers of a group of operations. `C` is the information about the calling
 * workload.
 */
export interface Authenticator<C = unknown> {
  /** Verifies the workload, before it can learn which paths exist. Throws to reject it. */
  caller(req: IncomingMessage): Promise<C>;
  /** Determines the principal and its tenant, once the operation is known. Throws to reject it. */
  principal(incoming: IncomingRequest, caller: C): Promise<Principal>;
}

/** Options of {@link operationServer}. */
export interface OperationServerOptions extends Omit<
  OperationRunnerOptions,
  'idempotency' | 'onAuditLost' | 'onUnchecked'
> {
  mounts: readonly Mount[];
  /** Dialect of these operations; default: that of the API. */
  codec?: Codec;
  authenticator: Authenticator;
  secrets: Parameters<typeof idempotencyStore>[0];
  log: Logger;
}

/**
 * Runs one request, and records its operation and caller for the access line. Throws the problem to
 * send.
 */
export type OperationServer = (
  req: IncomingMessage,
  res: ServerResponse,
  at: { line: RequestLine; requestId: string; traceparent: string },
) => Promise<void>;

const defaultMaxBytes = 1024 * 1024;
const noParameters = z.strictObject({});

const bodyText = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));

/**
 * The body of an operation without one: nothing, or the empty object that some clients send
 * instead.
 */
const noBody = z.strictObject({});

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Returns the parsed body; undefined if there is none. An operation without a body rejects one, so
 * that mistakes do not pass silently: 400 for GET and DELETE, where it has no meaning (RFC 9110
 * §9.3.1, §9.3.5), else 422 per member.
 */
async function readInput(
  req: IncomingMessage,
  operation: Operation,
  codec: Codec,
): Promise<unknown> {
  const isTaken = operation.body !== undefined;
  if (operation.bodyKind === 'octets' || (!isTaken && !hasBody(req))) return undefined;
  if (!isTaken && (operation.method === 'get' || operation.method === 'delete'))
    throw problem('malformed_request', {
      detail: `${operation.method.toUpperCase()} requests to this path must not have a body`,
    });
  const raw = await readBody(req, operation.maxBodyBytes ?? defaultMaxBytes);
  if (raw.length === 0 && (operation.bodyOptional || !isTaken)) return undefined;
  if (raw.length === 0) throw invalid('', 'required', 'is required');
  checkMediaType(req, codec.accepts(operation));
  return codec.parse(raw, operation);
}

/** Whether the client's cached representation is current (`If-None-Match`, weak comparison). */
function isKnown(req: IncomingMessage, etag: unknown): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const known = isRead ? req.headers['if-none-match'] : undefined;
  if (typeof etag !== 'string' || known === undefined) return false;
  return matchesTag(known.replaceAll('W/', ''), etag.replace('W/', ''));
}

function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, text, headers }: RenderedAnswer,
): void {
  if (isKnown(req, headers['etag'])) res.writeHead(304, headers).end();
  else if (status === 204) res.writeHead(204, headers).end();
  else sendText(res, status, text, headers);
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  reply: Reply,
  requestId: string,
): Promise<void> {
  const more = { 'x-request-id': requestId };
  if (isTextReply(reply))
    sendAnswer(req, res, { ...reply, headers: { ...reply.headers, ...more } });
  else if (reply.kind === 'stream' && isKnown(req, reply.headers?.['etag']))
    res.writeHead(304, { ...reply.headers, ...more }).end();
  else if (reply.kind === 'stream') await sendStream(res, reply, more);
  else await sendFile(req, res, reply, more);
}

/**
 * Serves a group of operations behind one authenticator: parses the input, runs the operation,
 * validates the output.
 */
export function operationServer(options: OperationServerOptions): OperationServer {
  const { authenticator, log, codec = jsonCodec } = options;
  const operations: Record<string, Operation> = Object.assign(
    {},
    ...options.mounts.map((m) => m.operations),
  );
  const handlers: Record<string, (context: never) => unknown> = Object.assign(
    {},
    ...options.mounts.map((m) => m.handlers),
  );
  const closed = new Set(
    options.mounts.filter((m) => m.isClosed).flatMap((m) => Object.keys(m.operations)),
  );
  const forwards = new Map(
    options.mounts.flatMap(({ operations: group, forward }) =>
      forward ? Object.keys(group).map((operationId) => [operationId, forward] as const) : [],
    ),
  );
  const match = routeMatcher(operations);
  const run = operationRunner({
    db: options.db,
    idempotency: idempotencyStore(options.secrets),
    onAuditLost: (error) =>
      log.error({ err: error }, 'the audit record of a failed request could not be written'),
    onUnchecked: (operationId) => log.error({ operationId }, 'a handler did not check If-Match'),
  });

  return async function runOperation(req, res, at) {
    const caller = await authenticator.caller(req);
    const found = match(req.method ?? '', at.line.segments);
    if (found.kind === 'method') throw methodNotAllowed(req.method, found.allow);
    if (found.kind === 'none') throw noSuchRoute();
    const { operationId, params } = found;
    noteAccess({ operationId });
    const operation = operations[operationId] as Operation;
    // Set on errors too.
    if (operation.preview) res.setHeader('x-platform-preview', operation.preview);
    let reading: Promise<unknown> | undefined;
    const rawInput = (): Promise<unknown> => (reading ??= readInput(req, operation, codec));
    const principal = await authenticator.principal({ req, operation, body: rawInput }, caller);
    noteAccess({
      tenantId: principal.tenantId,
      principalType: principal.type,
      clientId: principal.clientId,
    });
    if (closed.has(operationId)) throw noSuchRoute();

    const given = parseQuery(at.line.query, operation.queryLists);
    const query = parseParameters(operation.query ?? noParameters, given);
    const rawBody = await rawInput();
    const parsedBody =
      rawBody === undefined ? undefined : parseBody(operation.body ?? noBody, rawBody);
    const body = operation.body && parsedBody;
    const key =
      operation.method === 'post' ? idempotencyKeyOf(req.headers['idempotency-key']) : undefined;
    const parsedParams = operation.params ? parseParameters(operation.params, params) : params;
    const base = {
      principal,
      request: {
        id: at.requestId,
        clientIp: (req.headers['x-platform-client-ip'] as string | undefined) ?? 'unknown',
        userAgent: req.headers['user-agent'],
        header: (name: string) => {
          const value = req.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
      },
    };
    const ifMatch = conditionIn(codec, req.headers['if-match']);
    const forward = forwards.get(operationId);
    if (forward) {
      const forwarded = {
        ...base,
        operationId,
        operation,
        path: at.line.rawPath,
        query: at.line.query,
        body: rawBody,
        ifMatch,
        idempotencyKey: key,
        traceparent: at.traceparent,
      };
      await send(req, res, await forward(forwarded), at.requestId);
      return;
    }
    const answer = await run({
      operationId,
      operation,
      handler: handlers[operationId] as never,
      codec,
      traceparent: at.traceparent,
      base,
      input: {
        params: parsedParams,
        query,
        body,
        upload: operation.bodyKind === 'octets' ? uploadOf(req) : undefined,
      },
      ifMatch,
      idempotent:
        key === undefined
          ? undefined
          : {
              caller: `${principal.type}:${principal.clientId}:${principal.id}`,
              key,
              hash: requestHash([operationId, at.line.rawPath, at.line.query, bodyText(rawBody)]),
              sealed: operation.secretAnswer ?? false,
            },
    }).catch((error: unknown) => {
      throw withNotFoundDetail(error, operation, params);
    });
    await send(req, res, answer, at.requestId);
  };
}
