import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { SourceFault, Throttled, egressFault } from './source-fault.ts';

export interface SourceCalls {
  egress: Pick<Egress, 'request'>;
  tenantId: string;
  /** Per call, in milliseconds. */
  timeoutMs: number;
  maxResponseBytes: number;
}

export interface SourceRequest {
  method?: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  /** Sent as a form. */
  form?: Record<string, string>;
  signal: AbortSignal;
}

export interface SourceAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Calls a source. @throws SourceFault without a response */
export async function callSource(
  { egress, tenantId, timeoutMs, maxResponseBytes }: SourceCalls,
  { method = 'GET', url, headers, form, signal }: SourceRequest,
): Promise<SourceAnswer> {
  try {
    const {
      status,
      headers: answered,
      body,
      truncated,
    } = await egress.request({
      tenantId,
      method,
      url,
      headers: {
        accept: 'application/json',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      timeoutMs,
      maxResponseBytes,
      signal,
    });
    if (truncated) throw new SourceFault('response_too_large', 'The response is too large.');
    return { status, headers: answered, text: body.toString('utf8') };
  } catch (error) {
    throw error instanceof EgressFailed ? egressFault(error) : error;
  }
}

/** The body as a JSON object. @throws SourceFault for anything else */
export function sourceJson({ text }: Pick<SourceAnswer, 'text'>): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new SourceFault('response_invalid', 'The response is not JSON.', { cause });
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new SourceFault('response_invalid', 'The response is not a JSON object.');
  return json as Record<string, unknown>;
}

/** The milliseconds of a `Retry-After` in seconds or as a date. */
export function sourceRetryAfterMs(
  headers: SourceAnswer['headers'],
  now: number,
): number | undefined {
  const value = [headers['retry-after']].flat()[0];
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** @throws Throttled for a response that requests a pause */
export function heedThrottling({ status, headers }: SourceAnswer, now = Date.now()): void {
  if (status === 429 || status === 503) throw new Throttled(sourceRetryAfterMs(headers, now));
}
