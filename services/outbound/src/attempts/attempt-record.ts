import type { EgressResponse } from '@platform/kit/egress';
import type { AttemptRecord } from '../deliveries/delivery-queue.ts';
import { retryAfterMs } from '@platform/kit/async';

/** An attempt that ended. */
export interface EndedAttempt {
  record: AttemptRecord;
  endedAt: number;
  retryAfterMs: number | null;
}

const keptHeaders = ['content-type', 'retry-after', 'server', 'x-request-id'];
const maxHeaderLength = 256;

/** A URL as attempts record it. */
export const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/** An attempt that has not ended. */
export const unfinishedAttempt = (
  known: Pick<AttemptRecord, 'deliveryId' | 'id' | 'startedAt' | 'number' | 'trigger' | 'url'>,
): AttemptRecord => ({
  ...known,
  durationMs: 0,
  outcome: null,
  error: null,
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  responseBodyTruncated: false,
  secretIds: [],
});

/** Headers of a response that attempts keep. */
export const keptHeadersOf = ({
  headers,
}: Pick<EgressResponse, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = [value].flat().join(', ').replaceAll('\0', '');
      return [[name, text.slice(0, maxHeaderLength)]];
    }),
  );

/** What attempts keep of a response; `captureBytes` 0 keeps no body. */
export function keptResponse(response: EgressResponse, captureBytes: number) {
  const { status, body, truncated } = response;
  const text = new TextDecoder().decode(body.subarray(0, captureBytes)).replaceAll('\0', '\ufffd');
  return {
    responseStatus: status,
    responseHeaders: keptHeadersOf(response),
    responseBody: captureBytes === 0 ? null : text,
    responseBodyTruncated: truncated || body.length > captureBytes,
  };
}

/** How long a target asks to be left alone: 429 and 503 only. */
export function requestedPauseMs(
  { status, headers }: Pick<EgressResponse, 'status' | 'headers'>,
  now: number,
): number | null {
  if (status !== 429 && status !== 503) return null;
  return retryAfterMs([headers['retry-after']].flat()[0], now);
}
