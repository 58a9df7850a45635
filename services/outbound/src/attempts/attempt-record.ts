import type { EgressResponse } from '@platform/kit/egress';
import type { AttemptRecord } from '../deliveries/delivery-queue.ts';
import { retryAfterMs } from '@platform/kit/async';

export interface EndedAttempt {
  record: AttemptRecord;
  endedAt: number;
  retryAfterMs: number | null;
}

const keptHeaders = ['content-type', 'retry-after', 'server', 'x-request-id'];
const maxHeaderLength = 256;

/** Returns the record of an attempt that is in flight. */
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

/** Returns the response headers that attempts keep. */
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

/** Returns the parts of a response that attempts keep; without a body if `captureBytes` is 0. */
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

/** Returns how long the target asks to be left alone; only with 429 and 503. */
export function requestedPauseMs(
  { status, headers }: Pick<EgressResponse, 'status' | 'headers'>,
  now: number,
): number | null {
  if (status !== 429 && status !== 503) return null;
  return retryAfterMs([headers['retry-after']].flat()[0], now);
}
