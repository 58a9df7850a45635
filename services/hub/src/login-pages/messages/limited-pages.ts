import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { Surface } from '@platform/kit/http';
import { asProblem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { OAuthLimits } from '../../authorization-server/oauth-limits.ts';
import type { FailVisit } from '../../provider/pages.ts';
import type { PageHostOf } from '../../login/page-host.ts';
import { asksForPage } from '../frame/page-request.ts';
import { assetDigest } from '../frame/tenant-assets.ts';

export interface LimitedPagesOptions {
  limits: Pick<OAuthLimits, 'address' | 'tenant'>;
  addressOf: (req: IncomingMessage) => string;
  pageHostOf: PageHostOf;
  failVisit: FailVisit;
}

/** Assets are not limited: they are cheap to serve, and every page loads several. */
const isAsset = ([first, ...rest]: readonly string[]): boolean =>
  first === 'assets' || (first === 'login' && assetDigest(rest) !== undefined);

/** Applies the rate limits of the OAuth endpoints to pages: first those of the address, then those of the tenant. */
export function limitedPages(
  pages: Surface,
  { limits, addressOf, pageHostOf, failVisit }: LimitedPagesOptions,
): Surface {
  /** Shows browsers a page for a 404 that the surface throws. */
  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    visit: Parameters<Surface['handle']>[2],
    tenant: DirectoryTenant | null,
  ): Promise<void> {
    try {
      await pages.handle(req, res, visit);
    } catch (error) {
      const { status, code } = asProblem(error);
      if (status !== 404 || res.headersSent || !asksForPage(req)) throw error;
      noteAccess({ code });
      await failVisit({ req, res, tenant, status, requestId: visit.requestId });
    }
  }

  return {
    owns: pages.owns,
    async handle(req, res, visit) {
      const { line, requestId } = visit;
      if (isAsset(line.segments)) return pages.handle(req, res, visit);
      const spent = limits.address(addressOf(req));
      // If the host cannot be resolved, the surface itself reports the failure.
      const found = await pageHostOf(req.headers.host).catch(() => null);
      const tenant = found?.tenant ?? null;
      const headers = spent ?? (tenant ? limits.tenant(tenant) : undefined);
      res.setHeader('x-request-id', requestId);
      if (!headers) return answer(req, res, visit, tenant);
      await failVisit({ req, res, tenant, status: 429, requestId, headers, kind: 'throttled' });
      if (!req.complete) req.resume();
    },
  };
}
