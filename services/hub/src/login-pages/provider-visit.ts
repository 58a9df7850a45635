import type { LoginSurfaceOptions } from './login-surface-options.ts';
import { seeOther } from './send-page.ts';
import type { Visit } from './visit.ts';

/** Sends the browser to the identity provider that the login waits for. */
export async function leaveForProvider(
  { logins }: LoginSurfaceOptions,
  { request, browser, res, path }: Visit,
): Promise<void> {
  const { progress } = await logins.open(request, browser);
  seeOther(res, progress.brokered?.url ?? path);
}

/** Back from an identity provider. The state of its response was given to this browser alone, so it stands for a CSRF token. */
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
