import { randomUUID } from 'node:crypto';
import type { Principal } from '@platform/contracts';
import { breaker } from '@platform/kit/breaker';
import type { Breaker } from '@platform/kit/breaker';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressErrorCode, EgressResponse } from '@platform/kit/egress';
import type { Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { actorHeader, actorHeaderOf } from './actor-header.ts';
import { callersProblem, unusableAnswer } from './service-error.ts';

/** A call of the identity service. */
export interface ServiceCall {
  method: string;
  /** Relative to the base URL, with the query. */
  path: string;
  principal: Principal;
  body?: string | undefined;
  headers?: Record<string, string | undefined>;
  /** Identifies the call, so that it can be retried; a POST without a key gets one. */
  idempotencyKey?: string | undefined;
  /** The call is idempotent. */
  repeatable?: boolean;
  timeoutMs?: number | undefined;
  maxResponseBytes?: number | undefined;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

/** Calls the identity service. @throws the problem to return */
export interface ServiceClient {
  call(call: ServiceCall): Promise<EgressResponse>;
  stop(): Promise<void>;
}

export interface ServiceClientOptions {
  baseUrl: string;
  /** Returns the projected token to send. @throws 503 without one */
  token: () => Promise<string>;
  egress: Pick<Egress, 'request' | 'close'>;
  metrics: Metrics;
  timeoutMs: number;
}

const mebibyte = 1024 * 1024;
/** Connections are shared, since all of them use the same service token. */
const connectionOwner = 'platform';
/** Errors that occur before anything is sent. */
const neverSent: readonly EgressErrorCode[] = [
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
];
const unclear: readonly EgressErrorCode[] = ['connection_reset'];

/** A failure of the service, not of the request. */
class ServiceFault extends Error {
  readonly problem: Problem;
  constructor(found: Problem) {
    super(found.message, { cause: found.cause });
    this.problem = found;
  }
}

const guardOf = (metrics: Metrics): Breaker => {
  const state = metrics.gauge('platform_identity_service_breaker_state');
  return breaker({
    errorPercent: 50,
    volume: 20,
    windowMs: 10_000,
    openMs: 5_000,
    verdictOf: (error) => (error instanceof ServiceFault ? 'fault' : 'success'),
    onState: (now) => state.set(now),
  });
};

function failed(cause: unknown): ServiceFault {
  if (!(cause instanceof EgressFailed)) throw cause;
  const isSlow = cause.code === 'timeout' || cause.code === 'connect_timeout';
  if (isSlow)
    return new ServiceFault(
      problem('upstream_timeout', {
        detail: 'The identity service did not respond in time.',
        cause,
      }),
    );
  const wasReached = ['malformed_response', 'redirect_not_followed'].includes(cause.code);
  return new ServiceFault(
    wasReached
      ? unusableAnswer(cause.code)
      : problem('upstream_unavailable', { detail: 'The identity service is unavailable.', cause }),
  );
}

function checked(answer: EgressResponse): EgressResponse {
  if (answer.truncated) throw new ServiceFault(unusableAnswer('the response is too long'));
  if (answer.status >= 200 && answer.status < 300) return answer;
  const known = callersProblem(answer);
  if (known) throw known;
  throw new ServiceFault(unusableAnswer(`status ${answer.status}`));
}

const present = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * The client of a remote identity service. It sends the service token, names tenant and principal, enforces timeouts and stops
 * calling a failing service. It retries once if the request did not reach the service or is idempotent.
 */
export function serviceClient(options: ServiceClientOptions): ServiceClient {
  const { baseUrl, token, egress, metrics } = options;
  const guard = guardOf(metrics);

  async function headersOf(call: ServiceCall): Promise<Record<string, string>> {
    const { principal } = call;
    return present({
      authorization: `Bearer ${await token()}`,
      'x-platform-tenant': principal.tenantId || undefined,
      [actorHeader]: actorHeaderOf(principal),
      'content-type': call.body === undefined ? undefined : 'application/json',
      accept: 'application/json, application/problem+json',
      'idempotency-key': call.method === 'POST' ? (call.idempotencyKey ?? randomUUID()) : undefined,
      'x-request-id': call.requestId,
      traceparent: call.traceparent,
      ...call.headers,
    });
  }

  async function attempt(
    call: ServiceCall,
    headers: Record<string, string>,
  ): Promise<EgressResponse> {
    const request = {
      tenantId: connectionOwner,
      method: call.method,
      url: `${baseUrl}${call.path}`,
      headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      timeoutMs: call.timeoutMs ?? options.timeoutMs,
      maxResponseBytes: call.maxResponseBytes ?? mebibyte,
    };
    const again = call.repeatable ? [...neverSent, ...unclear] : neverSent;
    const mayRepeat = (error: unknown) =>
      error instanceof EgressFailed && again.includes(error.code);
    return egress
      .request(request)
      .catch((error: unknown) => {
        if (!mayRepeat(error)) throw error;
        return egress.request(request);
      })
      .catch((error: unknown) => {
        throw failed(error);
      });
  }

  return {
    async call(call) {
      const headers = await headersOf(call);
      try {
        return await guard.run(async () => checked(await attempt(call, headers)));
      } catch (error) {
        throw error instanceof ServiceFault ? error.problem : error;
      }
    },
    async stop() {
      guard.stop();
      await egress.close();
    },
  };
}
