import { EgressFailed } from '@platform/kit/egress';
import type { EgressResponse } from '@platform/kit/egress';
import { retryAfterMs } from '@platform/kit/async';

/** The result of a push (RFC 8935 §2). */
export type PushOutcome =
  | { kind: 'delivered'; status: number }
  /** The receiver understood the token and rejects it: a repeat would not help. */
  | { kind: 'rejected'; status: number; error: string }
  | { kind: 'failed'; status: number | null; error: string; retryAfterMs: number | null };

const maxErrorLength = 500;

/** Parses the error of RFC 8935 §2.4: `{ "err": code, "description": text }`. */
function setErrorIn(body: Buffer): string | undefined {
  try {
    const { err, description } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    if (typeof err !== 'string' || err === '') return undefined;
    const text = typeof description === 'string' ? `${err}: ${description}` : err;
    return text.slice(0, maxErrorLength);
  } catch {
    return undefined;
  }
}

const headerOf = ({ headers }: EgressResponse, name: string): string | undefined =>
  [headers[name]].flat()[0];

/** Parses the answer to a push. */
export function responseOutcome(response: EgressResponse, now: number): PushOutcome {
  const { status, body } = response;
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const error = status === 400 ? setErrorIn(body) : undefined;
  if (error !== undefined) return { kind: 'rejected', status, error };
  return {
    kind: 'failed',
    status,
    error: `the receiver responded with status ${status}`,
    retryAfterMs: retryAfterMs(headerOf(response, 'retry-after'), now),
  };
}

/** Returns the outcome of a push without an answer; coarse, because tenants see it. */
export const failureOutcome = (error: unknown): PushOutcome => {
  if (!(error instanceof EgressFailed)) throw error;
  return {
    kind: 'failed',
    status: error.response?.status ?? null,
    error: error.code,
    retryAfterMs: null,
  };
};
