import type { ServerResponse } from 'node:http';
import { asProblem, withRetryAfter } from '@platform/kit/problem';
import { sendJson } from '@platform/kit/http';
import { errors } from 'oidc-provider';

/** An error response of an OAuth endpoint (RFC 6749 §5.2). */
export interface OAuthRefusal {
  status: number;
  error: string;
  description: string;
  headers?: Record<string, string>;
}

export const sendOAuthError = (
  res: ServerResponse,
  { status, error, description, headers = {} }: OAuthRefusal,
): void =>
  sendJson(res, status, JSON.stringify({ error, error_description: description }), {
    'cache-control': 'no-store',
    ...withRetryAfter(status, headers),
  });

/** Creates an error for callbacks of the library, which exposes only errors with these properties. */
export const oauthRefusal = (status: number, error: string, description: string): Error =>
  Object.assign(new errors.CustomOIDCProviderError(error, description), {
    status,
    statusCode: status,
    expose: true,
  });

/**
 * Returns the response to a request that failed because a dependency is unavailable, slow or failing; undefined for any other failure. RFC 6749
 * defines no such error for the token endpoint, so this uses that of the authorization endpoint.
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

/** Runs a callback of the library, and reports an unavailable database as 503 instead of an internal error. */
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
