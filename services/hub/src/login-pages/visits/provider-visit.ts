import type { LoginSurfaceOptions } from '../login-surface-options.ts';
import { seeOther } from '../frame/send-page.ts';
import type { Visit } from './visit.ts';

/** Redirects the browser to the identity provider of the sign-in in progress. */
export async function leaveForProvider(
  { logins }: LoginSurfaceOptions,
  { request, browser, res, path }: Visit,
): Promise<void> {
  const { progress } = await logins.open(request, browser);
  seeOther(res, progress.brokered?.url ?? path);
}

/** Handles the return from an identity provider. Only this browser has the `state` of the response, so it acts as a CSRF token. */
export async function returnFromProvider(
  { logins, responses }: LoginSurfaceOptions,
  { request, browser, url, res, path }: Visit,
): Promise<void> {
  const { handle, ...query } = Object.fromEntries(url.searchParams);
  const owner = { tenantId: request.tenant.id, uid: request.uid };
  const response = handle === undefined ? query : await responses.take(owner, handle);
  const login = await logins.open(request, browser);
  const version = String(login.version);
  if (response) await logins.submit(login, { ...response, version, action: 'returned' });
  seeOther(res, path);
}
