import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { HttpMethod, Operation, ProblemCode, Scopes } from '@platform/contracts';
import type { Verified } from '@platform/kit/auth';
import { requestIdOf, traceparentOf } from '@platform/kit/http';
import type { RateVerdict } from '@platform/kit/rate';
import type { RequestLine, RouteMatch } from '@platform/kit/routing';
import type { Span } from '@platform/kit/telemetry';

/** The surfaces of the gateway. The steps of a request depend on its surface. */
export type SurfaceName = 'api' | 'openfga' | 'ssf' | 'scim' | 'public' | 'internal' | 'admin';

/** The target of a request. */
export interface ExchangeRoute {
  /** Used in logs, metrics and audit records. */
  operationId: string;
  path: string;
  method?: HttpMethod;
  /** The service that answers; 404 if it has no address. */
  owner: string;
  scopes?: Scopes;
  operation?: Operation;
  /** Timeout of the first byte in seconds, if the gateway's default is too short. */
  firstByteSeconds?: number | undefined;
  /** The operation waits by design, so the breaker does not count it. */
  longPoll?: boolean | undefined;
}

/** One request and the results of its steps. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly headers: IncomingHttpHeaders;
  /** The headers of the request to the service: names and values in turn, which nothing has to look up. */
  sent: string[];
  readonly startedAt: number;
  readonly requestId: string;
  /** Sent to services: the caller's, or that of the span if the request is traced. */
  traceparent: string;
  span: Span | undefined;
  line: RequestLine;
  clientIp: string;
  surface: SurfaceName | undefined;
  found: RouteMatch | undefined;
  route: ExchangeRoute | undefined;
  verified: Verified | undefined;
  /** Names the session of a web application whose token the request has; undefined for a caller with its own token. */
  webSession: string | undefined;
  /** The tenant of the host, for a request without a bearer. */
  addressedTenantId: string | undefined;
  /** Confirmed scopes of the token's elevation. */
  elevatedScopes: readonly string[] | undefined;
  /** The limit that is closest to exhaustion, for the response headers. */
  rate: RateVerdict | undefined;
  corsHeaders: Record<string, string> | undefined;
  maxBodyBytes: number;
  /** Code of the problem in the response, from the gateway or the service. */
  code: ProblemCode | undefined;
  /** The caller disconnected before its response was complete. */
  gone: boolean;
  /** Called once, when the response is complete or the caller has disconnected. */
  over: (() => void) | undefined;
  /** Aborts the request to the service. */
  underWay: { cut(error?: Error): void } | undefined;
  /** Why the request to the service was aborted. */
  cutBy: Error | undefined;
  upstream: string | undefined;
  upstreamStartedAt: number;
  upstreamEndedAt: number;
  retried: boolean;
  bytesIn: number;
  bytesOut: number;
}

const noHeaders: string[] = [];
const noLine: RequestLine = { segments: [], rawPath: '', query: '' };

/** A new exchange. */
export const exchangeOf = (req: IncomingMessage, res: ServerResponse): Exchange => ({
  req,
  res,
  headers: req.headers,
  sent: noHeaders,
  startedAt: performance.now(),
  requestId: requestIdOf(req),
  traceparent: traceparentOf(req),
  span: undefined,
  line: noLine,
  clientIp: 'unknown',
  surface: undefined,
  found: undefined,
  route: undefined,
  verified: undefined,
  webSession: undefined,
  addressedTenantId: undefined,
  elevatedScopes: undefined,
  rate: undefined,
  corsHeaders: undefined,
  maxBodyBytes: Infinity,
  code: undefined,
  gone: false,
  over: undefined,
  underWay: undefined,
  cutBy: undefined,
  upstream: undefined,
  upstreamStartedAt: 0,
  upstreamEndedAt: 0,
  retried: false,
  bytesIn: 0,
  bytesOut: 0,
});

/** Whether the request has a body. */
export const hasBody = ({ headers }: Pick<Exchange, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
