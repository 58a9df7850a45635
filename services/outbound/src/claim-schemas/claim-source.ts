import type { WebhookAttemptError } from '@platform/contracts';
import { parseClaims } from '@platform/kit/claims';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { keptHeadersOf, signingKeys, withoutQuery } from '../attempts/attempt.ts';
import type { EndedAttempt } from '../attempts/attempt.ts';
import type { AttemptRecord } from '../deliveries/delivery-record.ts';
import { retryAfterMs } from '../attempts/retry-schedule.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';

/** Whose claims are asked for. */
export interface ClaimQuestion {
  tenantId: string;
  clientId: string;
  subject: { type: string; id: string };
  organizationId: string | null;
  scopes: readonly string[];
  tokens: readonly string[];
}

/** How one request is made. */
export interface SourceRequest {
  claims: readonly string[];
  timeoutMs: number;
  isTest?: boolean;
}

/** How a call ended; `document` is there when it succeeded. */
export interface SourceAnswer {
  requestId: string;
  deliveryId: string;
  document?: unknown;
  attempt: EndedAttempt;
}

/** What {@link claimSource} needs. */
export interface ClaimSourceOptions {
  egress: Pick<Egress, 'request'>;
  maxResponseBytes: number;
  clock: () => number;
  onFault: (error: unknown) => void;
}

/** The type of the call's body, and of what the endpoint's deliveries show of it. */
export const requestType = 'claims.requested';

const bodyOf = (
  id: string,
  { clientId, subject, organizationId, scopes, tokens }: ClaimQuestion,
  claims: readonly string[],
  now: number,
): string =>
  JSON.stringify({
    id,
    type: requestType,
    occurredAt: new Date(now).toISOString(),
    organizationId,
    subject,
    data: { clientId, scopes, tokens, claims },
    schemaVersion: 1,
  });

function errorOf({ status }: EgressResponse): WebhookAttemptError | null {
  if (status === 200) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
}

/** Bounded in size and depth; undefined for what is not JSON, or would reach the prototype. */
function documentOf({ body, truncated }: EgressResponse): { document: unknown } | undefined {
  try {
    return truncated ? undefined : { document: parseClaims(body) };
  } catch {
    return undefined;
  }
}

/** Asks an endpoint for claims: one signed POST, never repeated. Never throws: whatever happens is how the call ended. What was answered is in no record. */
export function claimSource({ egress, maxResponseBytes, clock, onFault }: ClaimSourceOptions) {
  return async function ask(
    target: EndpointTarget,
    question: ClaimQuestion,
    { claims, timeoutMs, isTest = false }: SourceRequest,
  ): Promise<SourceAnswer> {
    const [requestId, deliveryId, startedAt, since] = [
      newId('claimRequest'),
      newId('webhookDelivery'),
      clock(),
      performance.now(),
    ];
    const record: AttemptRecord = {
      deliveryId,
      id: newId('webhookAttempt'),
      startedAt: new Date(startedAt),
      number: 1,
      trigger: isTest ? 'test' : 'scheduled',
      url: withoutQuery(target.url),
      durationMs: 0,
      outcome: 'failed',
      error: null,
      responseStatus: null,
      responseHeaders: {},
      responseBody: null,
      responseBodyTruncated: false,
      secretIds: [],
    };
    const ended = (
      more: Partial<AttemptRecord>,
      asked: number | null = null,
    ): Omit<SourceAnswer, 'document'> => {
      const durationMs = Math.round(performance.now() - since);
      return {
        requestId,
        deliveryId,
        attempt: {
          record: { ...record, durationMs, ...more },
          endedAt: startedAt + durationMs,
          retryAfterMs: asked,
        },
      };
    };
    const keys = signingKeys(target, startedAt);
    if (!keys) return ended({ error: 'secret_unavailable' });
    record.secretIds = keys.ids;
    try {
      const body = bodyOf(requestId, question, claims, startedAt);
      const response = await egress.request({
        tenantId: target.tenantId,
        method: 'POST',
        url: target.url,
        body,
        timeoutMs: Math.min(timeoutMs, target.timeoutMs),
        maxResponseBytes,
        headers: {
          ...keys.headers,
          'content-type': 'application/json; charset=utf-8',
          accept: 'application/json',
          'user-agent': 'Platform-Webhooks/1',
          'accept-encoding': 'identity',
          ...sign(requestId, body, keys.secrets, new Date(startedAt)),
          ...(isTest ? { 'X-Platform-Test': 'true' } : {}),
          ...(target.origin === undefined ? {} : { origin: target.origin }),
        },
      });
      const seen = { responseStatus: response.status, responseHeaders: keptHeadersOf(response) };
      const error = errorOf(response);
      const asked =
        response.status === 429 || response.status === 503
          ? retryAfterMs([response.headers['retry-after']].flat()[0], clock())
          : null;
      if (error !== null) return ended({ ...seen, error }, asked);
      const parsed = documentOf(response);
      return parsed
        ? { ...ended({ ...seen, outcome: 'succeeded' }), ...parsed }
        : ended({ ...seen, error: 'malformed_response' });
    } catch (error) {
      if (!(error instanceof EgressFailed)) onFault(error);
      return ended({ error: error instanceof EgressFailed ? error.code : 'connect_failed' });
    }
  };
}

/** See {@link claimSource}. */
export type AskSource = ReturnType<typeof claimSource>;
