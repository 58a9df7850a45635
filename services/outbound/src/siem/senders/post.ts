import { gzip as gzipCallback } from 'node:zlib';
import { promisify } from 'node:util';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import type { OpenedSink, SinkBatch } from './sender.ts';

const gzip = promisify(gzipCallback);
const timeoutMs = 30_000;

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  isCompressed?: boolean;
}

/** Posts to a destination of a tenant, under the egress rules. */
export async function postBatch(
  egress: Pick<Egress, 'request'>,
  { tenantId, tls }: Pick<OpenedSink, 'tenantId' | 'tls'>,
  { url, headers, body, isCompressed = false }: Post,
  signal: AbortSignal,
): Promise<EgressResponse> {
  return egress.request({
    tenantId,
    method: 'POST',
    url,
    tls,
    headers: {
      'user-agent': 'Platform-SIEM/1',
      ...headers,
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: isCompressed ? await gzip(body) : body,
    timeoutMs,
    signal,
  });
}

/** Returns an address below a base URL, keeping its path and query. */
export function below(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url.href;
}

/** Marks a test for receivers that check for it. */
export const testHeader = ({ isTest }: SinkBatch): Record<string, string> =>
  isTest ? { 'X-Platform-Test': 'true' } : {};

/** Parses a JSON response; undefined for any other. */
export function parsedBody<T>({ body, truncated }: EgressResponse): T | undefined {
  if (truncated) return undefined;
  try {
    return JSON.parse(body.toString()) as T;
  } catch {
    return undefined;
  }
}
