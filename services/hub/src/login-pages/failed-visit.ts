import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { asProblem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { isApplicationGone } from '../login/requests/found-request.ts';
import type { LoginSurfaceOptions } from './login-surface-options.ts';

async function tenantAt(
  { requests }: LoginSurfaceOptions,
  host: string | undefined,
): Promise<DirectoryTenant | null> {
  try {
    return await requests.tenantOf(host);
  } catch {
    // The page is shown all the same, in nobody's look.
    return null;
  }
}

/** Answers a request that failed with a page, and logs what is ours. */
export async function showFailure(
  options: LoginSurfaceOptions,
  { req, res, requestId }: { req: IncomingMessage; res: ServerResponse; requestId: string },
  failure: unknown,
): Promise<void> {
  const { status: found, cause, code } = asProblem(failure);
  // What a sibling limits is the load of the platform, and nothing that the person did.
  const status = code === 'rate_limited' ? 503 : found;
  noteAccess({ code });
  if (status >= 500) options.log.error({ err: cause ?? failure, requestId }, 'a login page failed');
  if (res.headersSent) return void res.destroy();
  const tenant = await tenantAt(options, req.headers.host);
  const about = isApplicationGone(failure) ? ({ kind: 'unknown_application' } as const) : {};
  await options.failVisit({ req, res, tenant, status, requestId, ...about });
}
