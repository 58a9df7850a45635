import { problem } from '@platform/kit/problem';
import type { Login } from '../../login/steps/login-step.ts';
import type { FinishedLogin } from '../../login/requests/finished-login.ts';
import type { LinkedView } from '../views/authenticate-view.ts';
import { endOf } from './login-end.ts';
import type { LoginSurfaceOptions } from '../login-surface-options.ts';
import { loginView } from '../views/login-views.ts';
import { endPage } from '../messages/message-pages.ts';
import { showPage, visitContext } from './visit-page.ts';
import type { Visit } from './visit.ts';

const linkedViews: ReadonlySet<string> = new Set(['methods', 'forgot', 'step']);

/** Shows the page of a mailed link. Mail scanners follow links too, so only the button of the page redeems it. */
export async function showLink(options: LoginSurfaceOptions, visit: Visit): Promise<void> {
  const { request, browser, url } = visit;
  const login = await options.logins.open(request, browser);
  const context = await visitContext(options, visit, login);
  const { t } = context;
  return showPage(options, visit, context, {
    template: 'login-link',
    title: t('login.link.title'),
    lead: t('login.link.lead', { application: request.client.name }),
    data: {
      version: login.version,
      token: url.searchParams.get('token') ?? '',
      challenge: url.searchParams.get('challenge') ?? '',
      button: t('login.link.confirm'),
    },
  });
}

/** Shows the text of a document of a `terms` step, unless it is published elsewhere. */
export async function showLegalText(options: LoginSurfaceOptions, visit: Visit): Promise<void> {
  const { request, browser, url } = visit;
  const login = await options.logins.open(request, browser);
  const text = await options.logins.legalText(login, url.searchParams.get('id') ?? '');
  if (!text) throw problem('not_found');
  const context = await visitContext(options, visit, login);
  return showPage(options, visit, context, {
    template: 'login-legal-text',
    title: text.title,
    data: { text: text.content },
  });
}

/** Remembers the browser and finishes the login. A failure to remember the browser does not fail the sign-in. */
async function finish(
  { logins, requests, log }: LoginSurfaceOptions,
  { req, res }: Visit,
  login: Login,
  finished: FinishedLogin,
): Promise<void> {
  const device = await logins.rememberDevice(login).catch((error: unknown) => {
    log.warn({ err: error }, 'the browser of a sign-in could not be stored');
    return undefined;
  });
  if (device) res.appendHeader('set-cookie', device.setCookie);
  const event = { ...finished.event, ...(device && { newDevice: device.isNew }) };
  await requests.finish(req, res, { ...finished, event });
}

/** Shows the page of the current step. */
async function showStep(options: LoginSurfaceOptions, visit: Visit, login: Login): Promise<void> {
  const wanted = visit.url.searchParams.get('view') ?? '';
  const linked = linkedViews.has(wanted) ? (wanted as LinkedView) : undefined;
  const context = await visitContext(options, visit, login);
  return showPage(options, visit, context, loginView(context, login, linked));
}

/** Continues the request with the result of its login. */
async function leaveLogin(
  options: LoginSurfaceOptions,
  visit: Visit,
  login: Login,
  end: NonNullable<ReturnType<typeof endOf>>,
): Promise<void> {
  const { logins, requests, metrics } = options;
  metrics.counter('hub_login_total').inc({ result: end.kind });
  if (end.kind === 'finished') {
    await logins.conclude(login);
    await finish(options, visit, login, end.login);
  } else await requests.deny(visit.req, visit.res, end.error, end.description);
  await logins.forget(visit.request);
}

/** Shows the current page of a login, or continues the request once the login has ended. A denial is shown first. */
export async function showLogin(options: LoginSurfaceOptions, visit: Visit): Promise<void> {
  const login = await options.logins.open(visit.request, visit.browser, { isPage: true });
  const end = endOf(login);
  if (!end) return showStep(options, visit, login);
  if (end.kind === 'finished' || visit.url.searchParams.has('leave'))
    return leaveLogin(options, visit, login, end);
  const context = await visitContext(options, visit, login);
  const onward = { href: `${visit.path}?leave`, version: login.version };
  return showPage(options, visit, context, endPage(context, end.kind, onward));
}
