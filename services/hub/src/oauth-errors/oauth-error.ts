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

/** An error for callbacks of the library, which only sends errors that are marked for it. */
export const oauthRefusal = (status: number, error: string, description: string): Error =>
  Object.assign(new errors.CustomOIDCProviderError(error, description), {
    status,
    statusCode: status,
    expose: true,
  });

/**
 * The answer to a request that failed because something it needs was away, late or failing; undefined for any other failure.
 * RFC 6749 has no error of its own for it at the token endpoint: the one of the authorization endpoint is used.
 */
export function outageRefusal(error: unknown): OAuthRefusal | undefined {
  const { details, status } = asProblem(error);
  const isRefusal = error instanceof errors.OIDCProviderError;
  if (![502, 503, 504].includes(isRefusal ? error.statusCode : status)) return undefined;
  const headers = withRetryAfter(503, status === 503 ? details.headers : {});
  return {
    status: 503,
    error: 'temporarily_unavailable',
    description: 'the server is busy; retry in a moment',
    headers,
  };
}

/** Runs a callback of the library; a store that is away is 503, not a fault of ours. */
export async function withStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (asProblem(error).status === 503)
      throw oauthRefusal(
        503,
        'temporarily_unavailable',
        'the database is not available at the moment',
      );
    throw error;
  }
}
