import type { Form } from '../../login/steps/login-step.ts';
import { endOf } from './login-end.ts';
import type { LoginSurfaceOptions } from '../login-surface-options.ts';
import { seeOther } from '../frame/send-page.ts';
import { readVisitForm, showPage, visitContext } from './visit-page.ts';
import type { Visit } from './visit.ts';

/** Actions after which the browser leaves for an identity provider. */
const providerActions: ReadonlySet<string> = new Set(['social', 'federation']);

/** Leaves by an intermediate page, because browsers apply the `form-action` policy of a page to redirects after its forms. */
async function showOnward(
  options: LoginSurfaceOptions,
  visit: Visit,
  onward = visit.path,
): Promise<void> {
  const context = await visitContext(options, visit);
  const { t } = context;
  const isAway = onward !== visit.path;
  return showPage(options, visit, context, {
    template: 'login-onward',
    title: t('login.onward.title'),
    lead: isAway
      ? t('login.onward.provider_lead')
      : t('login.onward.lead', { application: visit.request.client.name }),
    data: { onward },
  });
}

/** Applies the form of a step, and redirects to the next page. */
async function takeStep(options: LoginSurfaceOptions, visit: Visit, form: Form): Promise<void> {
  const { logins } = options;
  const { req, res, request, browser, path } = visit;
  const login = await logins.open(request, browser);
  const moved = (await logins.submit(login, form)) ?? (await logins.open(request, browser));
  if (moved.progress.brokered && providerActions.has(form['action'] ?? ''))
    return showOnward(options, visit, `${path}/away`);
  const isOver = endOf(moved)?.kind === 'finished';
  return isOver && req.method === 'POST' ? showOnward(options, visit) : seeOther(res, path);
}

/** Handles the form of a page. `acceptInvitation` handles the button of an invitation. */
export async function takeForm(
  options: LoginSurfaceOptions,
  visit: Visit,
  acceptInvitation: (visit: Visit) => Promise<boolean>,
): Promise<void> {
  const { res, request, path } = visit;
  const form = await readVisitForm(options, visit);
  // The form is outdated or forged. Show the current page.
  if (!form) return seeOther(res, path);
  if (request.prompt === 'consent') {
    const isAllowed = form['decision'] === 'allow';
    await options.logins.decide(request, isAllowed ? [...request.scopes] : null);
    return showOnward(options, visit);
  }
  if (request.prompt === 'invitation') {
    const isAccepted = form['action'] === 'accept' && (await acceptInvitation(visit));
    return isAccepted ? showOnward(options, visit) : seeOther(res, path);
  }
  return takeStep(options, visit, form);
}
