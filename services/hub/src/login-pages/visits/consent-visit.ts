import { consentView } from '../views/consent-view.ts';
import type { LoginSurfaceOptions } from '../login-surface-options.ts';
import { showPage, visitContext } from './visit-page.ts';
import type { Visit } from './visit.ts';

/** Asks for consent, or continues the request with the decision. */
export async function showConsent(options: LoginSurfaceOptions, visit: Visit): Promise<void> {
  const { requests, logins, accountOf } = options;
  const { req, res, request } = visit;
  const granted = await logins.decision(request);
  if (granted === null) return requests.deny(req, res, 'access_denied', 'the user denied access');
  if (granted) return requests.consent(req, res, granted);
  const { session, tenant } = request;
  const account = session ? await accountOf(tenant.id, session.userId) : undefined;
  const context = await visitContext(options, visit);
  return showPage(options, visit, context, consentView(context, request, account));
}
