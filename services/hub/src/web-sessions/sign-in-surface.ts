import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Surface } from '@platform/kit/http';
import { asProblem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { Logger } from '@platform/kit/telemetry';
import { UpstreamRejected } from '@platform/relying-party';
import { seeOther } from '../login-pages/frame/send-page.ts';
import type { PageHostOf } from '../login/page-host.ts';
import type { FailVisit, MessageKind } from '../provider/pages.ts';
import type { callbackVisit } from './callback-visit.ts';
import type { signInVisit } from './sign-in-visit.ts';
import { requireNavigation, webHosts } from './web-request.ts';

export interface SignInSurfaceOptions {
  pageHostOf: PageHostOf;
  signIn: ReturnType<typeof signInVisit>;
  callback: ReturnType<typeof callbackVisit>;
  failVisit: FailVisit;
  log: Logger;
}

/** How a visit failed: the status and the page. */
interface VisitFailure {
  status: number;
  kind: MessageKind;
}

/** Whether the issuer refused the sign-in: the user canceled, a policy denies access, or the response is not its own. */
function isRefusal({ reason, cause }: UpstreamRejected): boolean {
  const { status = 400 } = (cause ?? {}) as { status?: number };
  return (reason === 'access_denied' || reason === 'response_invalid') && status < 500;
}

function failureOf(error: unknown): VisitFailure {
  if (error instanceof UpstreamRejected)
    return isRefusal(error)
      ? { status: 403, kind: 'problem' }
      : { status: 503, kind: 'unavailable' };
  const { status } = asProblem(error);
  if (status === 404) return { status, kind: 'expired' };
  return { status, kind: status >= 500 ? 'unavailable' : 'problem' };
}

/** `/web/sign-in` and `/web/callback`, which browsers visit. */
export function signInSurface(options: SignInSurfaceOptions): Surface {
  const { pageHostOf, failVisit, log } = options;
  const hostOf = webHosts(pageHostOf);

  async function visit(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    requireNavigation(req);
    const { tenant, isElsewhere } = await hostOf(req);
    const query = new URL(req.url ?? '', tenant.issuer);
    if (isElsewhere) return seeOther(res, `${tenant.issuer}/${path}${query.search}`);
    const run = path === 'web/sign-in' ? options.signIn : options.callback;
    await run(req, res, { tenant }, query.searchParams);
  }

  async function fail(
    { req, res, requestId }: { req: IncomingMessage; res: ServerResponse; requestId: string },
    error: unknown,
  ): Promise<void> {
    const { status, kind } = failureOf(error);
    const { code, details } = asProblem(error);
    noteAccess({ code });
    if (status >= 500)
      log.error({ err: details.cause ?? error, requestId }, 'a web sign-in failed');
    else log.info({ err: error, requestId }, 'a web sign-in was refused');
    if (res.headersSent) return void res.destroy();
    const tenant = (await pageHostOf(req.headers.host).catch(() => null))?.tenant ?? null;
    const { headers } = details;
    await failVisit({ req, res, tenant, status, requestId, kind, headers });
  }

  return {
    owns: ({ segments }) => ['web/sign-in', 'web/callback'].includes(segments.join('/')),
    async handle(req, res, { line: { segments }, requestId }) {
      const path = segments.join('/');
      noteAccess({ operationId: path === 'web/sign-in' ? 'webSignIn' : 'webCallback' });
      await visit(req, res, path).catch((error: unknown) => fail({ req, res, requestId }, error));
      if (!req.complete) req.resume();
    },
  };
}
