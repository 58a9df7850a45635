import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { asProblem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { outageRefusal, sendOAuthError } from '../oauth-errors/oauth-error.ts';
import type { OAuthRefusal } from '../oauth-errors/oauth-error.ts';
import { isBrowserPath } from './provider-request.ts';
import type { OAuthSurfaceOptions } from './oauth-surface-options.ts';

export const nothingHere: OAuthRefusal = {
  status: 404,
  error: 'invalid_request',
  description: 'not found',
};
export const wrongMethod = (allow: string): OAuthRefusal => ({
  status: 405,
  error: 'invalid_request',
  description: `the method is not supported; use ${allow}`,
  headers: { allow },
});
export const tooMany = (headers: Record<string, string>): OAuthRefusal => ({
  status: 429,
  error: 'temporarily_unavailable',
  description: 'too many requests',
  headers,
});
export const notServed = (state: DirectoryTenant['state']): OAuthRefusal => ({
  status: 403,
  error: 'access_denied',
  description: `the tenant is ${state}`,
});

/** Returns the response to a failed request: a client error, a temporary outage, or a server error. */
export function failureRefusal(error: unknown, requestId: string): OAuthRefusal {
  const { status, message, details } = asProblem(error);
  if (status < 500)
    return { status, error: 'invalid_request', description: message, headers: details.headers };
  return (
    outageRefusal(error) ?? {
      status: 500,
      error: 'server_error',
      description: `the request failed (${requestId})`,
    }
  );
}

/** Sends an error to clients, and a page to browsers. */
export async function sendRefusal(
  { pageHostOf, failVisit }: OAuthSurfaceOptions,
  { req, res, path }: { req: IncomingMessage; res: ServerResponse; path: string },
  { status, headers, ...refusal }: OAuthRefusal,
  requestId: string,
): Promise<void> {
  noteAccess({ code: refusal.error });
  if (!isBrowserPath(path)) return sendOAuthError(res, { status, headers, ...refusal });
  const tenant = (await pageHostOf(req.headers.host).catch(() => null))?.tenant ?? null;
  const failure = status < 500 ? 'problem' : 'unavailable';
  const kind = status === 429 ? 'throttled' : failure;
  const isPaused = tenant !== null && tenant.state !== 'active';
  const about = isPaused ? {} : ({ kind } as const);
  await failVisit({ req, res, tenant, status, requestId, headers, ...about });
}
