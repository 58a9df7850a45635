import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { showConsent } from './visits/consent-visit.ts';
import { showFailure } from './visits/failed-visit.ts';
import { takeForm } from './visits/form-visit.ts';
import { invitationVisits } from './visits/invitation-visits.ts';
import type { LoginSurfaceOptions } from './login-surface-options.ts';
import { showLegalText, showLink, showLogin } from './visits/login-visit.ts';
import { wantedLocales } from './frame/page-languages.ts';
import { leaveForProvider, returnFromProvider } from './visits/provider-visit.ts';
import { sendRecoveryCodes } from './recovery-codes-file.ts';
import { assetDigest } from './frame/tenant-assets.ts';
import { browserOf, showPage, visitContext } from './visits/visit-page.ts';
import type { Visit } from './visits/visit.ts';

type ShowVisit = (options: LoginSurfaceOptions, visit: Visit) => Promise<void>;

/** Pages below `/login/{uid}/`, for GET and HEAD only. */
const readPages: ReadonlyMap<string, ShowVisit> = new Map([
  ['link', showLink],
  ['document', showLegalText],
  ['away', leaveForProvider],
  ['callback', returnFromProvider],
  ['recovery-codes', sendRecoveryCodes],
]);

/** Answers visits to the page of a login, its form, and the pages below it. */
function visitAnswers(options: LoginSurfaceOptions) {
  const invitationPages = invitationVisits({
    ...options,
    contextOf: (visit) => visitContext(options, visit),
    show: (visit, context, parts) => showPage(options, visit, context, parts),
  });

  return async (visit: Visit, rest: readonly string[]): Promise<void> => {
    const { req, request } = visit;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const show = isRead && rest.length === 1 ? readPages.get(rest[0] ?? '') : undefined;
    if (show) return show(options, visit);
    if (rest.length > 0) throw problem('not_found');
    if (req.method === 'POST') return takeForm(options, visit, invitationPages.take);
    if (!isRead) throw problem('method_not_allowed', { headers: { allow: 'GET, HEAD, POST' } });
    if (request.prompt === 'invitation') return invitationPages.show(visit);
    return request.prompt === 'consent' ? showConsent(options, visit) : showLogin(options, visit);
  };
}

function sendAsset(
  { pages }: LoginSurfaceOptions,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const path = (req.url ?? '').split('?', 1)[0] ?? '';
  const found = pages.assets.find(path, req.headers['accept-encoding'] as string | undefined);
  if (!found) throw problem('not_found');
  res.writeHead(200, found.headers).end(req.method === 'HEAD' ? undefined : found.body);
}

async function sendTenantAsset(
  { requests, serveAsset }: LoginSurfaceOptions,
  req: IncomingMessage,
  res: ServerResponse,
  sha256: string,
): Promise<void> {
  noteAccess({ operationId: 'loginTenantAsset' });
  const tenant = await requests.tenantOf(req.headers.host);
  if (!tenant) throw problem('not_found');
  await serveAsset(req, res, { tenantId: tenant.id, sha256 });
}

async function openVisit(
  { requests, addressOf, networkOf }: LoginSurfaceOptions,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<Visit> {
  const found = await requests.details(req, res);
  const request = { ...found, uiLocales: wantedLocales(req.headers.cookie, found.uiLocales) };
  noteAccess({ tenantId: request.tenant.id, clientId: request.client.id });
  const ip = addressOf(req);
  const browser = browserOf(req, { ip, network: networkOf(ip) }, request);
  return { req, res, request, browser, url: new URL(req.url ?? '/', browser.origin), path };
}

/** Serves the pages of logins below `/login/{uid}`, and the assets that they load. */
export function loginSurface(options: LoginSurfaceOptions): Surface {
  const answer = visitAnswers(options);
  return {
    owns: ({ segments }) =>
      segments[0] === 'assets' || (segments[0] === 'login' && segments.length > 1),
    async handle(req, res, { line: { segments }, requestId }) {
      res.setHeader('x-request-id', requestId);
      noteAccess({ operationId: segments[0] === 'assets' ? 'loginAsset' : 'loginPage' });
      if (segments[0] === 'assets') return sendAsset(options, req, res);
      const [, uid = '', ...rest] = segments;
      const sha256 = assetDigest([uid, ...rest]);
      try {
        if (sha256 !== undefined) return await sendTenantAsset(options, req, res, sha256);
        await answer(await openVisit(options, req, res, `/login/${uid}`), rest);
      } catch (error) {
        await showFailure(options, { req, res, requestId }, error);
      }
      if (!req.complete) req.resume();
    },
  };
}
