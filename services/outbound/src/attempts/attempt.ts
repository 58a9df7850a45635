import type { WebhookAttemptError } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { sign } from '@platform/kit/webhook-signature';
import type { AttemptRecord, EventBody } from '../deliveries/delivery-queue.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import { keptResponse, requestedPauseMs, unfinishedAttempt } from './attempt-record.ts';
import type { EndedAttempt } from './attempt-record.ts';
import { headerSigningKeys } from './signing-keys.ts';
import type { HeaderSigningKeys } from './signing-keys.ts';

export interface AttemptRequest {
  id: string;
  deliveryId: string;
  number: number;
  trigger: AttemptRecord['trigger'];
  startedAt: number;
  eventId: string;
  eventType: string;
  eventSeq: number | null;
  event: EventBody;
  signal?: AbortSignal;
}

export interface AttemptOptions {
  egress: Pick<Egress, 'request'>;
  captureBytes: number;
  clock: () => number;
  onFault: (error: unknown) => void;
}

const maxResponseBytes = 65_536;

/** Only a 2xx is a success. */
function errorOf(status: number): WebhookAttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
}

/** Returns the row of an attempt before its request is sent. */
export const attemptToSend = (target: EndpointTarget, request: AttemptRequest): AttemptRecord =>
  unfinishedAttempt({
    deliveryId: request.deliveryId,
    id: request.id,
    startedAt: new Date(request.startedAt),
    number: request.number,
    trigger: request.trigger,
    url: target.recordedUrl,
  });

function headersFor(
  target: EndpointTarget,
  keys: HeaderSigningKeys,
  request: AttemptRequest,
  body: Uint8Array,
): Record<string, string> {
  const headers: Record<string, string> = {
    ...keys.headers,
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Platform-Webhooks/1',
    'accept-encoding': 'identity',
    ...sign(request.eventId, body, keys.secrets, new Date(request.startedAt)),
    'X-Platform-Event': request.eventType,
    'X-Platform-Delivery': request.deliveryId,
    'X-Platform-Attempt': String(request.number),
  };
  if (request.eventSeq !== null) headers['X-Platform-Sequence'] = String(request.eventSeq);
  if (request.trigger === 'test') headers['X-Platform-Test'] = 'true';
  if (target.origin !== undefined) headers['origin'] = target.origin;
  return headers;
}

/** The result of a request that its attempt records. */
type Outcome = Partial<AttemptRecord> & { retryAfterMs?: number | null };

function failure(
  error: unknown,
  { signal }: AttemptRequest,
  { captureBytes, onFault }: AttemptOptions,
): Outcome {
  if (error instanceof EgressFailed) {
    const response = error.response && keptResponse(error.response, captureBytes);
    return { outcome: 'failed', error: error.code, ...response };
  }
  if (signal?.aborted) return { outcome: 'aborted', error: 'process_died' };
  onFault(error);
  return { outcome: 'failed', error: 'connect_failed' };
}

/** Sends signed requests to endpoints. Never throws: every failure is an outcome of the attempt. */
export function attempts(options: AttemptOptions) {
  const { egress, captureBytes, clock } = options;

  async function call(
    target: EndpointTarget,
    request: AttemptRequest,
    keys: HeaderSigningKeys,
  ): Promise<Outcome> {
    const body = request.event[target.payload]();
    const response = await egress.request({
      tenantId: target.tenantId,
      method: 'POST',
      url: target.url,
      headers: headersFor(target, keys, request, body),
      body,
      timeoutMs: target.timeoutMs,
      maxResponseBytes,
      signal: request.signal,
    });
    const error = errorOf(response.status);
    return {
      outcome: error === null ? 'succeeded' : 'failed',
      error,
      ...keptResponse(response, captureBytes),
      retryAfterMs: requestedPauseMs(response, clock()),
    };
  }

  return {
    async send(target: EndpointTarget, request: AttemptRequest): Promise<EndedAttempt> {
      const keys = headerSigningKeys(target, request.startedAt);
      const { retryAfterMs = null, ...outcome } = keys
        ? await call(target, request, keys).catch((error: unknown) =>
            failure(error, request, options),
          )
        : ({ outcome: 'failed', error: 'secret_unavailable' } as Outcome);
      const endedAt = clock();
      return {
        record: {
          ...attemptToSend(target, request),
          durationMs: Math.max(0, Math.round(endedAt - request.startedAt)),
          secretIds: keys?.ids ?? [],
          ...outcome,
        },
        endedAt,
        retryAfterMs,
      };
    },
  };
}

export type Attempts = ReturnType<typeof attempts>;
