import type { IncomingMessage } from 'node:http';
import { checkMediaType, parseCookies, parseForm, readBody } from '@platform/kit/http';
import { deviceTokenIn } from '../../login/browser/device-cookie.ts';
import type { Browser } from '../../login/browser/browser.ts';
import type { LoginRequest } from '../../login/requests/login-requests.ts';
import type { LoginProgress } from '../../login/flow/login-progress.ts';
import type { Form, Login } from '../../login/steps/login-step.ts';
import type { LoginSurfaceOptions } from '../login-surface-options.ts';
import { framed, pageContext } from '../frame/page-context.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';
import { languageTarget } from '../frame/page-languages.ts';
import { sendPage } from '../frame/send-page.ts';
import type { Visit } from './visit.ts';

const maxFormBytes = 65_536;

export function browserOf(
  req: IncomingMessage,
  { ip, network }: Pick<Browser, 'ip' | 'network'>,
  { tenant, passkeyRpId }: LoginRequest,
): Browser {
  const { protocol } = new URL(tenant.issuer);
  const host = req.headers.host ?? '';
  return {
    ip,
    network,
    userAgent: req.headers['user-agent'] ?? '',
    acceptLanguage: req.headers['accept-language'] ?? '',
    deviceToken: deviceTokenIn(parseCookies(req.headers.cookie)),
    // The host can be trusted: it has been resolved to the tenant.
    origin: `${protocol}//${host}`,
    rpId: passkeyRpId ?? new URL(`${protocol}//${host}`).hostname,
  };
}

const csrfOwnerOf = ({ req, request }: Visit) => ({
  sessionId: request.uid,
  cookies: parseCookies(req.headers.cookie),
});

/** The organization that the person signs in to, if the page can tell. */
function organizationOf(
  { session }: LoginRequest,
  { homeRealm, ignoresSession }: LoginProgress = {},
): string | undefined {
  if (homeRealm) return homeRealm.organizationId;
  return ignoresSession ? undefined : (session?.organizationId ?? undefined);
}

/** Prepares the branding, language and CSRF token of the page that answers a visit. */
export async function visitContext(
  { experienceOf, csrf, pages }: LoginSurfaceOptions,
  visit: Visit,
  login?: Pick<Login, 'progress'>,
): Promise<PageContext> {
  const { request, browser, path, res } = visit;
  const experience = await experienceOf({
    tenantId: request.tenant.id,
    clientId: request.client.id,
    organizationId: organizationOf(request, login?.progress),
    host: new URL(browser.origin).host,
    uiLocales: request.uiLocales,
    acceptLanguage: browser.acceptLanguage,
  });
  const { token, setCookie } = csrf.issue(csrfOwnerOf(visit));
  if (setCookie !== undefined) res.appendHeader('set-cookie', setCookie);
  const { client } = request;
  const target = languageTarget(visit.req);
  return pageContext(pages, { experience, client, path, csrf: token, languageTarget: target });
}

/** Answers a visit with a page, whose policy allows the logo of the application. */
export function showPage(
  { pages }: LoginSurfaceOptions,
  visit: Visit,
  context: PageContext,
  parts: PageParts,
): void {
  const { client } = visit.request;
  const images = client.logoUri ? [new URL(client.logoUri).origin] : [];
  sendPage(visit.res, pages.render({ ...framed(context, parts), policy: { images } }));
}

/** Reads the form of a visit. Undefined if its CSRF token does not belong to this browser and login. */
export async function readVisitForm(
  { csrf }: LoginSurfaceOptions,
  visit: Visit,
): Promise<Form | undefined> {
  checkMediaType(visit.req, ['application/x-www-form-urlencoded']);
  const form = parseForm(await readBody(visit.req, maxFormBytes));
  return csrf.verify(csrfOwnerOf(visit), form['csrf']) ? form : undefined;
}
