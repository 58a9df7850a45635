import type { WebhookAttemptError } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import { sign } from '@platform/kit/webhook-signature';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import type { AttemptRecord } from '../deliveries/delivery-record.ts';
import { retryAfterMs } from './retry-schedule.ts';

/** One request to be made. */
export interface AttemptRequest {
  id: string;
  deliveryId: string;
  number: number;
  trigger: AttemptRecord['trigger'];
  startedAt: number;
  eventId: string;
  eventType: string;
  eventSeq: number | null;
  /** The event as stored. */
  body: string;
  signal?: AbortSignal;
}

/** An attempt that ended. */
export interface EndedAttempt {
  record: AttemptRecord;
  endedAt: number;
  retryAfterMs: number | null;
}

/** What {@link attempts} needs. */
export interface AttemptOptions {
  egress: Pick<Egress, 'request'>;
  captureBytes: number;
  clock: () => number;
  onFault: (error: unknown) => void;
}

const maxAnswerBytes = 65_536;
const keptHeaders = ['content-type', 'retry-after', 'server', 'x-request-id'];

/** `data: {}`: ids only. */
const thin = (body: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as object), data: {} });

/** A URL as attempts record it. */
export const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/** Headers of an answer that attempts keep. */
export const keptHeadersOf = ({
  headers,
}: Pick<EgressResponse, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined
        ? []
        : [[name, [value].flat().join(', ').replaceAll('\0', '').slice(0, 256)]];
    }),
  );

function answerOf(
  response: EgressResponse,
  captureBytes: number,
): Pick<
  AttemptRecord,
  'responseStatus' | 'responseHeaders' | 'responseBody' | 'responseBodyTruncated'
> {
  const { status, body, truncated } = response;
  const text = new TextDecoder().decode(body.subarray(0, captureBytes)).replaceAll('\0', '\ufffd');
  return {
    responseStatus: status,
    responseHeaders: keptHeadersOf(response),
    responseBody: captureBytes === 0 ? null : text,
    responseBodyTruncated: truncated || body.length > captureBytes,
  };
}

/** A 2xx is a success; nothing else is. */
function errorOf(status: number): WebhookAttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
}

/** What a request is signed and sent with; undefined where any of it cannot be opened: an unsigned request is never sent. */
export function signingKeys(
  { headers, secrets }: Pick<EndpointTarget, 'headers' | 'secrets'>,
  at: number,
): { ids: string[]; secrets: string[]; headers: Readonly<Record<string, string>> } | undefined {
  const live = secrets.filter((s) => s.expiresAt === null || s.expiresAt > at);
  const values = live.flatMap((s) => s.value ?? []);
  return headers === undefined || values.length === 0 || values.length < live.length
    ? undefined
    : { ids: live.map((s) => s.id), secrets: values, headers };
}

/** Makes signed requests to endpoints. Never throws: whatever happens is how the attempt ended. */
export function attempts({ egress, captureBytes, clock, onFault }: AttemptOptions) {
  const begun = (target: EndpointTarget, request: AttemptRequest): AttemptRecord => ({
    deliveryId: request.deliveryId,
    id: request.id,
    startedAt: new Date(request.startedAt),
    number: request.number,
    trigger: request.trigger,
    url: withoutQuery(target.url),
    durationMs: 0,
    outcome: null,
    error: null,
    responseStatus: null,
    responseHeaders: {},
    responseBody: null,
    responseBodyTruncated: false,
    secretIds: [],
  });

  const headersFor = (
    target: EndpointTarget,
    own: Readonly<Record<string, string>>,
    request: AttemptRequest,
    signed: Record<string, string>,
  ): Record<string, string> => ({
    ...own,
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Platform-Webhooks/1',
    'accept-encoding': 'identity',
    ...signed,
    'X-Platform-Event': request.eventType,
    'X-Platform-Delivery': request.deliveryId,
    'X-Platform-Attempt': String(request.number),
    ...(request.eventSeq === null ? {} : { 'X-Platform-Sequence': String(request.eventSeq) }),
    ...(request.trigger === 'test' ? { 'X-Platform-Test': 'true' } : {}),
    ...(target.origin === undefined ? {} : { origin: target.origin }),
  });

  async function send(target: EndpointTarget, request: AttemptRequest): Promise<EndedAttempt> {
    const record = begun(target, request);
    const ended = (more: Partial<AttemptRecord>, asked: number | null = null): EndedAttempt => {
      const endedAt = clock();
      return {
        record: {
          ...record,
          durationMs: Math.max(0, Math.round(endedAt - request.startedAt)),
          ...more,
        },
        endedAt,
        retryAfterMs: asked,
      };
    };
    const keys = signingKeys(target, request.startedAt);
    if (!keys) return ended({ outcome: 'failed', error: 'secret_unavailable' });
    record.secretIds = keys.ids;
    try {
      const body = target.payload === 'thin' ? thin(request.body) : request.body;
      const signed = sign(request.eventId, body, keys.secrets, new Date(request.startedAt));
      const answer = await egress.request({
        tenantId: target.tenantId,
        method: 'POST',
        url: target.url,
        headers: headersFor(target, keys.headers, request, { ...signed }),
        body,
        timeoutMs: target.timeoutMs,
        maxResponseBytes: maxAnswerBytes,
        ...(request.signal ? { signal: request.signal } : {}),
      });
      const error = errorOf(answer.status);
      const asked =
        answer.status === 429 || answer.status === 503
          ? retryAfterMs([answer.headers['retry-after']].flat()[0], clock())
          : null;
      return ended(
        {
          outcome: error === null ? 'succeeded' : 'failed',
          error,
          ...answerOf(answer, captureBytes),
        },
        asked,
      );
    } catch (error) {
      if (error instanceof EgressFailed) {
        return ended({
          outcome: 'failed',
          error: error.code,
          ...(error.response ? answerOf(error.response, captureBytes) : {}),
        });
      }
      if (request.signal?.aborted) return ended({ outcome: 'aborted', error: 'process_died' });
      onFault(error);
      return ended({ outcome: 'failed', error: 'connect_failed' });
    }
  }

  return { begun, send };
}

/** See {@link attempts}. */
export type Attempts = ReturnType<typeof attempts>;
