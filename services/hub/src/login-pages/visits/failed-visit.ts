import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { asProblem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { isApplicationGone } from '../../login/requests/found-request.ts';
import type { LoginSurfaceOptions } from '../login-surface-options.ts';

async function tenantAt(
  { requests }: LoginSurfaceOptions,
  host: string | undefined,
): Promise<DirectoryTenant | null> {
  try {
    return await requests.tenantOf(host);
  } catch {
    // The page is still shown, without branding.
    return null;
  }
}

/** Answers a failed request with a page, and logs server errors. */
export async function showFailure(
  options: LoginSurfaceOptions,
  { req, res, requestId }: { req: IncomingMessage; res: ServerResponse; requestId: string },
  failure: unknown,
): Promise<void> {
  const { status: found, cause, code } = asProblem(failure);
  // A rate limit of another service is caused by the load of the platform, not by the person.
  const status = code === 'rate_limited' ? 503 : found;
  noteAccess({ code });
  if (status >= 500) options.log.error({ err: cause ?? failure, requestId }, 'a login page failed');
  if (res.headersSent) return void res.destroy();
  const tenant = await tenantAt(options, req.headers.host);
  const about = isApplicationGone(failure) ? ({ kind: 'unknown_application' } as const) : {};
  await options.failVisit({ req, res, tenant, status, requestId, ...about });
}
