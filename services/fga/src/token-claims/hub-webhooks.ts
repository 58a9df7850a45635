import { readFile } from 'node:fs/promises';
import { ClaimsWebhook } from '@platform/contracts';
import type { TokenClaimsSettings } from '@platform/contracts';
import { breaker } from '@platform/kit/breaker';
import type { Breaker } from '@platform/kit/breaker';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

export interface HubWebhookOptions {
  egress: Pick<Egress, 'request'>;
  baseUrl: string;
  /** File with the projected token of the applications channel. */
  tokenPath: string;
  timeoutMs: number;
}

/** The claims webhook to register at the hub. */
export interface WebhookState {
  url: string;
  secret: string;
  settings: TokenClaimsSettings;
  version: number;
}

/** The hub's response: it accepted the state, has a later one, or does not know the client. */
export type HubAnswer =
  { kind: 'taken' } | { kind: 'newer'; version: number } | { kind: 'unknown' };

const unreachable = (retryAfterSeconds: number, cause?: unknown): Problem =>
  problem('upstream_unavailable', {
    detail: 'The authorization server cannot be reached',
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  });
const away = (cause: unknown): Problem => unreachable(5, cause);
const failed = (detail: string): Problem => problem('upstream_failed', { detail });

const urlRefused =
  'The authorization server does not call platform.token-claims.enrichment-url: add its host to platform.hub.webhook.allowed-internal-hosts' +
  ' and platform.hub.webhook.plain-http-hosts, and the URL to platform.hub.webhook.platform-urls';

class ServerFailed extends Error {
  readonly response: EgressResponse;
  constructor(response: EgressResponse) {
    super(`the hub responded with status ${response.status}`);
    this.response = response;
  }
}

const parsed = ({ body }: EgressResponse): Record<string, unknown> => {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
};

const refusesUrl = (answer: EgressResponse): boolean => {
  const { errors } = parsed(answer);
  return (
    answer.status === 422 &&
    Array.isArray(errors) &&
    errors.some((e: { pointer?: unknown } | null) => e?.pointer === '/url')
  );
};

/** An error for a missing or unusable response. */
function outage(error: unknown): Error {
  if (error instanceof ServerFailed) return failed(error.message);
  if (error instanceof EgressFailed) {
    if (error.code === 'timeout')
      return problem('upstream_timeout', {
        detail: 'The authorization server did not respond in time',
        cause: error,
      });
    return error.code === 'malformed_response'
      ? failed('The authorization server returned an invalid response')
      : away(error);
  }
  return error as Error;
}

/** Registers the claims webhooks of clients at the hub, over its applications channel. */
export interface HubWebhooks {
  put(tenantId: string, clientId: string, state: WebhookState): Promise<HubAnswer>;
  /** Clearing a missing webhook succeeds. */
  clear(tenantId: string, clientId: string, version: number): Promise<HubAnswer>;
  stop(): void;
}

interface GuardedHub extends HubWebhookOptions {
  guard: Breaker;
}

/** The client, and the change of its webhook. */
interface WebhookCall {
  tenantId: string;
  clientId: string;
  method: 'PUT' | 'DELETE';
  query?: string;
  body?: object;
}

/** Opens the channel to the hub; `stop` closes its circuit breaker. */
export function hubWebhooks(options: HubWebhookOptions): HubWebhooks {
  const guard = breaker({
    errorPercent: 50,
    volume: 20,
    windowMs: 10_000,
    openMs: 5_000,
    refusal: unreachable,
  });
  const channel = { ...options, guard };
  return {
    async put(tenantId, clientId, { url, secret, settings, version }) {
      const { tokenTypes, failureMode, timeoutMilliseconds } = settings;
      const { isKnown, storedVersion } = await callHub(channel, {
        tenantId,
        clientId,
        method: 'PUT',
        body: { tenantId, url, secret, tokenTypes, failureMode, timeoutMilliseconds, version },
      });
      if (!isKnown) return { kind: 'unknown' };
      // A later deletion, which has no version.
      if (storedVersion === undefined) return { kind: 'newer', version };
      return answerOf(storedVersion, version);
    },
    async clear(tenantId, clientId, version) {
      const query = `?version=${version}`;
      const call = { tenantId, clientId, method: 'DELETE', query } as const;
      const { storedVersion = 0 } = await callHub(channel, call);
      return answerOf(storedVersion, version);
    },
    stop: () => guard.stop(),
  };
}

const answerOf = (storedVersion: number, version: number): HubAnswer =>
  storedVersion > version ? { kind: 'newer', version: storedVersion } : { kind: 'taken' };

/**
 * Whether the hub knows the client, with the version of the webhook if the response contains one.
 */
async function callHub(
  channel: GuardedHub,
  call: WebhookCall,
): Promise<{ isKnown: boolean; storedVersion?: number }> {
  const authorization = `Bearer ${await readToken(channel.tokenPath)}`;
  const answer = await channel.guard
    .run(() => send(channel, call, authorization))
    .catch((error: unknown) => {
      throw outage(error);
    });
  if (answer.status === 404) return { isKnown: false };
  if (refusesUrl(answer)) throw failed(urlRefused);
  if (answer.status !== 200)
    throw failed(`The authorization server responded with status ${answer.status}`);
  const stored = ClaimsWebhook.safeParse(parsed(answer));
  return { isKnown: true, ...(stored.success ? { storedVersion: stored.data.version } : {}) };
}

/** Read for each call, because the kubelet rotates the file. Without a token, nothing is sent. */
async function readToken(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw away(cause);
  });
  if (text.trim() === '') throw away(new Error(`${path} is empty`));
  return text.trim();
}

async function send(
  { egress, baseUrl, timeoutMs }: GuardedHub,
  { tenantId, clientId, method, query = '', body }: WebhookCall,
  authorization: string,
): Promise<EgressResponse> {
  const response = await egress.request({
    tenantId,
    method,
    url: `${baseUrl.replace(/\/$/, '')}/internal/applications/${encodeURIComponent(clientId)}/claims-webhook${query}`,
    timeoutMs,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      'x-platform-tenant': tenantId,
      'x-platform-service-authorization': authorization,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
  });
  if (response.status >= 500) throw new ServerFailed(response);
  return response;
}
