import type { ServerResponse } from 'node:http';
import { asProblem, withRetryAfter } from '@platform/kit/problem';
import { sendJson } from '@platform/kit/http';
import { errors } from 'oidc-provider';

/** An answer of the OAuth endpoints that is no success (RFC 6749 §5.2). */
export interface OAuthRefusal {
  status: number;
  error: string;
  description: string;
  headers?: Record<string, string>;
}

/** Sends it. */
export const sendOAuthError = (
  res: ServerResponse,
  { status, error, description, headers = {} }: OAuthRefusal,
): void =>
  sendJson(res, status, JSON.stringify({ error, error_description: description }), {
    'cache-control': 'no-store',
    ...withRetryAfter(status, headers),
  });

/** For the engine to throw: it shows only what is marked as fit to show. */
export const engineRefusal = (status: number, error: string, description: string): Error =>
  Object.assign(new errors.CustomOIDCProviderError(error, description), {
    status,
    statusCode: status,
    expose: true,
  });

/** Runs what the engine asks of us; a store that is away is 503, not a fault of ours. */
export async function withStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (asProblem(error).status === 503)
      throw engineRefusal(
        503,
        'temporarily_unavailable',
        'the database is not available at the moment',
      );
    throw error;
  }
}
