import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { HttpMethod, Operation, ProblemCode, Scopes } from '@platform/contracts';
import type { Verified } from '@platform/kit/auth';
import { requestIdOf, traceparentOf } from '@platform/kit/http';
import type { RateVerdict } from '@platform/kit/rate';
import type { RequestLine, RouteMatch } from '@platform/kit/routing';
import type { Span } from '@platform/kit/telemetry';

/** The doors of the gateway that lead to a service. Which steps a request takes depends on its door. */
export type SurfaceName = 'api' | 'ssf' | 'scim' | 'public' | 'internal' | 'admin';

/** Where a request goes, once that is known. */
export interface ExchangeRoute {
  /** Shown in logs, metrics and audit records. */
  operationId: string;
  path: string;
  method?: HttpMethod;
  /** The service that answers; a name without an address is a service that is not there: 404. */
  owner: string;
  scopes?: Scopes;
  operation?: Operation;
  /** Seconds that the first byte may take, where the gateway's default is too short. */
  firstByteSeconds?: number | undefined;
  /** Waiting is its purpose; the breaker does not count it. */
  longPoll?: boolean | undefined;
}

/** One request on its way through the steps, and what they learned of it. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly headers: IncomingHttpHeaders;
  /** The head that the service is sent. */
  sent: IncomingHttpHeaders;
  readonly startedAt: number;
  readonly requestId: string;
  /** What goes on to services: the caller's, or the span's where the request is traced. */
  traceparent: string;
  span: Span | undefined;
  line: RequestLine;
  clientIp: string;
  surface: SurfaceName | undefined;
  found: RouteMatch | undefined;
  route: ExchangeRoute | undefined;
  verified: Verified | undefined;
  /** The tenant that the host names, of a request without a bearer. */
  addressedTenantId: string | undefined;
  /** Scopes of the token's elevation that were confirmed. */
  elevatedScopes: readonly string[] | undefined;
  /** The limit nearest to its end, for the headers of the answer. */
  rate: RateVerdict | undefined;
  /** Headers of CORS. */
  corsHeaders: Record<string, string> | undefined;
  maxBodyBytes: number;
  /** Code of the problem that was answered, be it the gateway's or the service's. */
  code: ProblemCode | undefined;
  /** The caller went away before its answer was complete. */
  gone: boolean;
  /** Called once, when the answer is out or the caller gone. */
  over: (() => void) | undefined;
  /** Ends what is under way upstream. */
  underWay: { cut(error?: Error): void } | undefined;
  /** Why nothing more is sent upstream. */
  cutBy: Error | undefined;
  upstream: string | undefined;
  upstreamStartedAt: number;
  upstreamEndedAt: number;
  retried: boolean;
  bytesIn: number;
  bytesOut: number;
}

const noHeaders: IncomingHttpHeaders = {};
const noLine: RequestLine = { segments: [], rawPath: '', query: '' };

/** A request at the door. */
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

/** Does the request carry a body? */
export const hasBody = ({ headers }: Pick<Exchange, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
