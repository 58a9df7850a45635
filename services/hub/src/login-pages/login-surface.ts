import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { checkMediaType, parseForm, readBody } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import type { Logger } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import { asProblem, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/request-scope';
import { parseCookies } from '@platform/pages';
import type { CsrfTokens, Pages } from '@platform/pages';
import type { PostedResponses } from '../federation/posted-responses.ts';
import { deviceTokenIn } from '../login/device-cookie.ts';
import type { FinishedLogin } from '../login/finished-login.ts';
import type { LoginRequest, LoginRequests } from '../login/login-requests.ts';
import type { ExperienceOf } from '../login/login-experience.ts';
import type { Browser } from '../login/login-facts.ts';
import type { Logins } from '../login/logins.ts';
import type { Form, Login } from '../login/login-step.ts';
import type { LinkedView } from './authenticate-view.ts';
import { consentView } from './consent-view.ts';
import { endOf } from './login-end.ts';
import { invitationVisits } from './invitation-visits.ts';
import type { Invitations } from './invitation-visits.ts';
import { loginView } from './login-views.ts';
import type { FailVisit } from '../authorization-server/pages.ts';
import { endPage } from './message-pages.ts';
import { framed, pageContext } from './page-context.ts';
import type { NetworkOf } from '../login/network.ts';
import type { PageContext, PageParts } from './page-context.ts';
import { seeOther, sendPage } from './send-page.ts';
import { assetDigest } from './tenant-assets.ts';
import type { Visit } from './visit.ts';
import type { ServeTenantAsset } from './tenant-assets.ts';

/** What {@link loginSurface} needs. */
export interface LoginSurfaceOptions {
  requests: LoginRequests;
  logins: Logins;
  invitations: Invitations;
  responses: Pick<PostedResponses, 'take'>;
  experienceOf: ExperienceOf;
  pages: Pages;
  csrf: CsrfTokens;
  addressOf: (req: IncomingMessage) => string;
  networkOf: NetworkOf;
  accountOf: (tenantId: string, userId: string) => Promise<string | undefined>;
  failVisit: FailVisit;
  serveAsset: ServeTenantAsset;
  metrics: Pick<Metrics, 'counter'>;
  log: Logger;
}

const maxFormBytes = 65_536;
/** Actions after which the browser leaves for an identity provider. */
const awaits: ReadonlySet<string> = new Set(['social', 'federation']);
const linkedViews: ReadonlySet<string> = new Set(['methods', 'forgot']);

/** The pages of every login below `/login/{uid}`, and the assets that they load. */
export function loginSurface(options: LoginSurfaceOptions): Surface {
  const { requests, logins, responses, experienceOf, pages, csrf, addressOf, accountOf, log } =
    options;
  const { failVisit, serveAsset, metrics } = options;
  const ended = metrics.counter('hub_login_total');

  function browserOf(req: IncomingMessage, { tenant, passkeyRpId }: LoginRequest): Browser {
    const { protocol } = new URL(tenant.issuer);
    const host = req.headers.host ?? '';
    const ip = addressOf(req);
    return {
      ip,
      network: options.networkOf(ip),
      userAgent: req.headers['user-agent'] ?? '',
      acceptLanguage: req.headers['accept-language'] ?? '',
      deviceToken: deviceTokenIn(parseCookies(req.headers.cookie)),
      // The engine has found the tenant behind this host.
      origin: `${protocol}//${host}`,
      rpId: passkeyRpId ?? new URL(`${protocol}//${host}`).hostname,
    };
  }

  const ownerOf = ({ req, request }: Visit) => ({
    sessionId: request.uid,
    cookies: parseCookies(req.headers.cookie),
  });

  async function contextOf(visit: Visit): Promise<PageContext> {
    const { request, browser, path, res } = visit;
    const experience = await experienceOf({
      tenantId: request.tenant.id,
      clientId: request.client.id,
      host: new URL(browser.origin).host,
      uiLocales: request.uiLocales,
      acceptLanguage: browser.acceptLanguage,
    });
    const { token, setCookie } = csrf.issue(ownerOf(visit));
    if (setCookie !== undefined) res.appendHeader('set-cookie', setCookie);
    return pageContext(pages, { experience, client: request.client, path, csrf: token });
  }

  const show = (visit: Visit, context: PageContext, parts: PageParts): void => {
    const { client } = visit.request;
    const images = client.logoUri ? [new URL(client.logoUri).origin] : [];
    sendPage(visit.res, pages.render({ ...framed(context, parts), policy: { images } }));
  };

  const invitationPages = invitationVisits({ ...options, contextOf, show });

  /** A link from a mail: mail scanners follow it too, so only the button redeems it. */
  async function showLink(visit: Visit): Promise<void> {
    const { request, browser, url } = visit;
    const login = await logins.open(request, browser);
    const context = await contextOf(visit);
    const { t } = context;
    return show(visit, context, {
      template: 'login-link',
      title: t('login.link.title'),
      lead: t('login.link.lead', { application: request.client.name }),
      data: {
        version: login.version,
        token: url.searchParams.get('token') ?? '',
        button: t('login.link.confirm'),
      },
    });
  }

  /** A sign-in does not depend on what is remembered of its browser. */
  async function finish({ req, res }: Visit, login: Login, finished: FinishedLogin): Promise<void> {
    const device = await logins.remembered(login).catch((error: unknown) => {
      log.warn({ err: error }, 'the browser of a sign-in was not remembered');
      return undefined;
    });
    if (device) res.appendHeader('set-cookie', device.setCookie);
    const event = { ...finished.event, ...(device && { newDevice: device.isNew }) };
    await requests.finish(req, res, { ...finished, event });
  }

  async function showLogin(visit: Visit): Promise<void> {
    const { req, res, request, browser, url } = visit;
    const login = await logins.open(request, browser);
    const end = endOf(login);
    if (!end) {
      const wanted = url.searchParams.get('view') ?? '';
      const linked = linkedViews.has(wanted) ? (wanted as LinkedView) : undefined;
      const context = await contextOf(visit);
      return show(visit, context, loginView(context, login, linked));
    }
    if (end.kind !== 'finished' && !url.searchParams.has('leave')) {
      const context = await contextOf(visit);
      return show(visit, context, endPage(context, end.kind, `${visit.path}?leave`));
    }
    ended.inc({ result: end.kind });
    if (end.kind === 'finished') {
      await logins.concluded(login);
      await finish(visit, login, end.login);
    } else await requests.deny(req, res, end.error, end.description);
    await logins.forget(request);
  }

  async function showConsent(visit: Visit): Promise<void> {
    const { req, res, request } = visit;
    const granted = await logins.decision(request);
    if (granted === null) return requests.deny(req, res, 'access_denied', 'the user denied access');
    if (granted) return requests.consent(req, res, granted);
    const { session, tenant } = request;
    const account = session ? await accountOf(tenant.id, session.userId) : undefined;
    const context = await contextOf(visit);
    return show(visit, context, consentView(context, request, account));
  }

  /** Between a form and the application: browsers hold redirects after a form against the policy of its page. */
  async function goOn(visit: Visit, onward = visit.path): Promise<void> {
    const context = await contextOf(visit);
    const { t } = context;
    const isAway = onward !== visit.path;
    return show(visit, context, {
      template: 'login-onward',
      title: t('login.onward.title'),
      lead: isAway
        ? t('login.onward.provider_lead')
        : t('login.onward.lead', { application: visit.request.client.name }),
      data: { onward },
    });
  }

  /** To the identity provider that the login waits for. */
  async function leave({ request, browser, res, path }: Visit): Promise<void> {
    const { progress } = await logins.open(request, browser);
    seeOther(res, progress.brokered?.url ?? path);
  }

  /** Back from an identity provider. The state of its response was given to this browser alone, so it stands for a CSRF token. */
  async function comeBack({ request, browser, url, res, path }: Visit): Promise<void> {
    const { handle, ...query } = Object.fromEntries(url.searchParams);
    const owner = { tenantId: request.tenant.id, uid: request.uid };
    const response = handle === undefined ? query : await responses.take(owner, handle);
    const login = await logins.open(request, browser);
    const version = String(login.version);
    if (response) await logins.submit(login, { ...response, version, action: 'returned' });
    seeOther(res, path);
  }

  async function formOf(visit: Visit): Promise<Form | undefined> {
    checkMediaType(visit.req, ['application/x-www-form-urlencoded']);
    const form = parseForm(await readBody(visit.req, maxFormBytes));
    return csrf.verify(ownerOf(visit), form['csrf']) ? form : undefined;
  }

  async function take(visit: Visit): Promise<void> {
    const { req, res, request, browser, path } = visit;
    const form = await formOf(visit);
    // A page from before, or from elsewhere: the person is shown where the login stands.
    if (!form) return seeOther(res, path);
    if (request.prompt === 'consent') {
      const isAllowed = form['decision'] === 'allow';
      await logins.decide(request, isAllowed ? [...request.scopes] : null);
      return goOn(visit);
    }
    if (request.prompt === 'invitation') {
      const isAccepted = form['action'] === 'accept' && (await invitationPages.take(visit));
      return isAccepted ? goOn(visit) : seeOther(res, path);
    }
    const login = await logins.open(request, browser);
    await logins.submit(login, form);
    const moved = await logins.open(request, browser);
    if (moved.progress.brokered && awaits.has(form['action'] ?? ''))
      return goOn(visit, `${path}/away`);
    const isOver = endOf(moved)?.kind === 'finished';
    return isOver && req.method === 'POST' ? goOn(visit) : seeOther(res, path);
  }

  async function visited(visit: Visit, rest: readonly string[]): Promise<void> {
    const { req, request } = visit;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (rest.length === 1 && rest[0] === 'link' && isRead) return showLink(visit);
    if (rest.length === 1 && rest[0] === 'away' && isRead) return leave(visit);
    if (rest.length === 1 && rest[0] === 'callback' && isRead) return comeBack(visit);
    if (rest.length > 0) throw problem('not_found');
    if (req.method === 'POST') return take(visit);
    if (!isRead) throw problem('method_not_allowed', { headers: { allow: 'GET, HEAD, POST' } });
    if (request.prompt === 'invitation') return invitationPages.show(visit);
    return request.prompt === 'consent' ? showConsent(visit) : showLogin(visit);
  }

  function asset(req: IncomingMessage, res: ServerResponse): void {
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const found = pages.assets.find(path, req.headers['accept-encoding'] as string | undefined);
    if (!found) throw problem('not_found');
    res.writeHead(200, found.headers).end(req.method === 'HEAD' ? undefined : found.body);
  }

  async function tenantAt(host: string | undefined): Promise<DirectoryTenant | null> {
    try {
      return await requests.tenantOf(host);
    } catch {
      // The page is shown all the same, in nobody's look.
      return null;
    }
  }

  async function fail(
    failure: unknown,
    { req, res, requestId }: { req: IncomingMessage; res: ServerResponse; requestId: string },
  ): Promise<void> {
    const { status, cause, code } = asProblem(failure);
    noteAccess({ code });
    if (status >= 500) log.error({ err: cause ?? failure, requestId }, 'a login page failed');
    if (res.headersSent) return void res.destroy();
    const tenant = await tenantAt(req.headers.host);
    await failVisit({ req, res, tenant, status, requestId });
  }

  async function tenantAsset(req: IncomingMessage, res: ServerResponse, sha256: string) {
    const tenant = await requests.tenantOf(req.headers.host);
    if (!tenant) throw problem('not_found');
    await serveAsset(req, res, { tenantId: tenant.id, sha256 });
  }

  return {
    owns: ({ segments }) =>
      segments[0] === 'assets' || (segments[0] === 'login' && segments.length > 1),
    async handle(req, res, { line: { segments }, requestId }) {
      res.setHeader('x-request-id', requestId);
      noteAccess({ operationId: segments[0] === 'assets' ? 'loginAsset' : 'loginPage' });
      if (segments[0] === 'assets') return asset(req, res);
      const [, uid = '', ...rest] = segments;
      const sha256 = assetDigest([uid, ...rest]);
      try {
        if (sha256 !== undefined) noteAccess({ operationId: 'loginTenantAsset' });
        if (sha256 !== undefined) return await tenantAsset(req, res, sha256);
        const request = await requests.details(req, res);
        noteAccess({ tenantId: request.tenant.id, clientId: request.client.id });
        const browser = browserOf(req, request);
        const url = new URL(req.url ?? '/', browser.origin);
        await visited({ req, res, request, browser, url, path: `/login/${uid}` }, rest);
      } catch (error) {
        await fail(error, { req, res, requestId });
      }
      if (!req.complete) req.resume();
    },
  };
}
