import type { WebhookAttemptError } from '@platform/contracts';
import { parseClaims } from '@platform/siblings/claims';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { keptHeadersOf, requestedPauseMs, unfinishedAttempt } from '../attempts/attempt-record.ts';
import type { EndedAttempt } from '../attempts/attempt-record.ts';
import { headerSigningKeys } from '../attempts/signing-keys.ts';
import type { HeaderSigningKeys } from '../attempts/signing-keys.ts';
import type { AttemptRecord } from '../deliveries/delivery-queue.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';

/** The subject and context of the requested claims. */
export interface ClaimQuestion {
  tenantId: string;
  clientId: string;
  subject: { type: string; id: string };
  organizationId: string | null;
  scopes: readonly string[];
  tokens: readonly string[];
  /** The API of the tenant that an access token is for; null for the management API. */
  resource: string | null;
}

export interface ClaimSourceRequest {
  claims: readonly string[];
  timeoutMs: number;
  isTest?: boolean;
}

/** The result of a call; with `document` if it succeeded. */
export interface ClaimSourceAnswer {
  requestId: string;
  deliveryId: string;
  document?: unknown;
  attempt: EndedAttempt;
}

/** The event type in the body of the call, and in the endpoint's deliveries. */
export const requestType = 'claims.requested';

const bodyOf = (
  id: string,
  { clientId, subject, organizationId, scopes, tokens, resource }: ClaimQuestion,
  claims: readonly string[],
  now: number,
): string =>
  JSON.stringify({
    id,
    type: requestType,
    occurredAt: new Date(now).toISOString(),
    organizationId,
    subject,
    data: { clientId, scopes, tokens, resource, claims },
    schemaVersion: 1,
  });

function errorOf({ status }: EgressResponse): WebhookAttemptError | null {
  if (status === 200) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
}

/** Parses JSON of limited size and depth; undefined for anything else, and for keys that would reach the prototype. */
function documentOf({ body, truncated }: EgressResponse): { document: unknown } | undefined {
  try {
    return truncated ? undefined : { document: parseClaims(body) };
  } catch {
    return undefined;
  }
}

function headersFor(
  target: EndpointTarget,
  keys: HeaderSigningKeys,
  { signature, isTest }: { signature: Record<string, string>; isTest: boolean },
): Record<string, string> {
  const headers: Record<string, string> = {
    ...keys.headers,
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': 'Platform-Webhooks/1',
    'accept-encoding': 'identity',
    ...signature,
  };
  if (isTest) headers['X-Platform-Test'] = 'true';
  if (target.origin !== undefined) headers['origin'] = target.origin;
  return headers;
}

/** The result of a call that its attempt records. */
type CallOutcome = Pick<AttemptRecord, 'outcome' | 'error'> &
  Partial<AttemptRecord> & { document?: unknown; retryAfterMs?: number | null };

/** Converts a response to claims or an error. */
function outcomeOf(response: EgressResponse, now: number): CallOutcome {
  const seen = {
    responseStatus: response.status,
    responseHeaders: keptHeadersOf(response),
    retryAfterMs: requestedPauseMs(response, now),
  };
  const error = errorOf(response);
  if (error !== null) return { ...seen, outcome: 'failed', error };
  const parsed = documentOf(response);
  return parsed
    ? { ...seen, ...parsed, outcome: 'succeeded', error: null }
    : { ...seen, outcome: 'failed', error: 'malformed_response' };
}

/**
 * Asks an endpoint for claims: one signed POST without retries. Never throws: every failure is an
 * outcome. No record contains the answer.
 */
export function claimSource({
  egress,
  maxResponseBytes,
  clock,
  onFault,
}: {
  egress: Pick<Egress, 'request'>;
  maxResponseBytes: number;
  clock: () => number;
  onFault: (error: unknown) => void;
}) {
  async function call(
    target: EndpointTarget,
    question: ClaimQuestion,
    { claims, timeoutMs, isTest = false }: ClaimSourceRequest,
    {
      requestId,
      startedAt,
      keys,
    }: { requestId: string; startedAt: number; keys: HeaderSigningKeys },
  ): Promise<CallOutcome> {
    try {
      const body = bodyOf(requestId, question, claims, startedAt);
      const signature = { ...sign(requestId, body, keys.secrets, new Date(startedAt)) };
      const response = await egress.request({
        tenantId: target.tenantId,
        method: 'POST',
        url: target.url,
        body,
        timeoutMs: Math.min(timeoutMs, target.timeoutMs),
        maxResponseBytes,
        headers: headersFor(target, keys, { signature, isTest }),
      });
      return outcomeOf(response, clock());
    } catch (error) {
      if (error instanceof EgressFailed) return { outcome: 'failed', error: error.code };
      onFault(error);
      return { outcome: 'failed', error: 'connect_failed' };
    }
  }

  return async function ask(
    target: EndpointTarget,
    question: ClaimQuestion,
    request: ClaimSourceRequest,
  ): Promise<ClaimSourceAnswer> {
    const requestId = newId('claimRequest');
    const deliveryId = newId('webhookDelivery');
    const startedAt = clock();
    const since = performance.now();
    const keys = headerSigningKeys(target, startedAt);
    const {
      document,
      retryAfterMs = null,
      ...outcome
    }: CallOutcome = keys
      ? await call(target, question, request, { requestId, startedAt, keys })
      : { outcome: 'failed', error: 'secret_unavailable' };
    const durationMs = Math.round(performance.now() - since);
    const started = unfinishedAttempt({
      deliveryId,
      id: newId('webhookAttempt'),
      startedAt: new Date(startedAt),
      number: 1,
      trigger: request.isTest ? 'test' : 'scheduled',
      url: target.recordedUrl,
    });
    const record = { ...started, durationMs, secretIds: keys?.ids ?? [], ...outcome };
    return {
      requestId,
      deliveryId,
      document,
      attempt: { record, endedAt: startedAt + durationMs, retryAfterMs },
    };
  };
}

export type AskSource = ReturnType<typeof claimSource>;
