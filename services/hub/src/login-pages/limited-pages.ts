import type { IncomingMessage } from 'node:http';
import type { Surface } from '@platform/kit/http';
import type { OAuthLimits } from '../authorization-server/oauth-limits.ts';
import type { FailVisit } from '../authorization-server/pages.ts';
import type { PageHostOf } from '../login/page-host.ts';
import { assetDigest } from './tenant-assets.ts';

/** What {@link limitedPages} needs. */
export interface LimitedPagesOptions {
  limits: Pick<OAuthLimits, 'address' | 'tenant'>;
  addressOf: (req: IncomingMessage) => string;
  pageHostOf: PageHostOf;
  failVisit: FailVisit;
}

/** Style sheets and images cost next to nothing, and every page loads several. */
const isAsset = ([first, ...rest]: readonly string[]): boolean =>
  first === 'assets' || (first === 'login' && assetDigest(rest) !== undefined);

/** Holds pages to the limits of the OAuth endpoints: those of an address, then those of the tenant. */
export function limitedPages(
  pages: Surface,
  { limits, addressOf, pageHostOf, failVisit }: LimitedPagesOptions,
): Surface {
  return {
    owns: pages.owns,
    async handle(req, res, visit) {
      const { line, requestId } = visit;
      if (isAsset(line.segments)) return pages.handle(req, res, visit);
      const spent = limits.address(addressOf(req));
      // A host that cannot be found out is answered by the page itself.
      const found = await pageHostOf(req.headers.host).catch(() => null);
      const tenant = found?.tenant ?? null;
      const headers = spent ?? (tenant ? limits.tenant(tenant) : undefined);
      if (!headers) return pages.handle(req, res, visit);
      res.setHeader('x-request-id', requestId);
      await failVisit({ req, res, tenant, status: 429, requestId, headers, kind: 'throttled' });
      if (!req.complete) req.resume();
    },
  };
}
