import type { Form } from '../login/steps/login-step.ts';
import { endOf } from './login-end.ts';
import type { LoginSurfaceOptions } from './login-surface-options.ts';
import { seeOther } from './send-page.ts';
import { readVisitForm, showPage, visitContext } from './visit-page.ts';
import type { Visit } from './visit.ts';

/** Actions after which the browser leaves for an identity provider. */
const awaits: ReadonlySet<string> = new Set(['social', 'federation']);

/** Between a form and the application: browsers hold redirects after a form against the policy of its page. */
async function goOn(
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

/** Takes the form of a step, and leads to where the login stands then. */
async function takeStep(options: LoginSurfaceOptions, visit: Visit, form: Form): Promise<void> {
  const { logins } = options;
  const { req, res, request, browser, path } = visit;
  const login = await logins.open(request, browser);
  const moved = (await logins.submit(login, form)) ?? (await logins.open(request, browser));
  if (moved.progress.brokered && awaits.has(form['action'] ?? ''))
    return goOn(options, visit, `${path}/away`);
  const isOver = endOf(moved)?.kind === 'finished';
  return isOver && req.method === 'POST' ? goOn(options, visit) : seeOther(res, path);
}

/** Takes the form of a page. `acceptInvitation` is what the button of an invitation does. */
export async function takeForm(
  options: LoginSurfaceOptions,
  visit: Visit,
  acceptInvitation: (visit: Visit) => Promise<boolean>,
): Promise<void> {
  const { res, request, path } = visit;
  const form = await readVisitForm(options, visit);
  // A page from before, or from elsewhere: the person is shown where the login stands.
  if (!form) return seeOther(res, path);
  if (request.prompt === 'consent') {
    const isAllowed = form['decision'] === 'allow';
    await options.logins.decide(request, isAllowed ? [...request.scopes] : null);
    return goOn(options, visit);
  }
  if (request.prompt === 'invitation') {
    const isAccepted = form['action'] === 'accept' && (await acceptInvitation(visit));
    return isAccepted ? goOn(options, visit) : seeOther(res, path);
  }
  return takeStep(options, visit, form);
}
