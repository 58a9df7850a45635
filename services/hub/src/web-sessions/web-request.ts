import type { IncomingMessage } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { requireActive } from '@platform/kit/auth';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { PageHostOf } from '../login/page-host.ts';

/** A tenant whose applications a request concerns. */
export interface WebHost {
  tenant: DirectoryTenant;
  /** The request came to another host of the tenant: the applications are only on the issuer's. */
  isElsewhere: boolean;
}

/** Finds the tenant of a request. @throws 404 for a host of no tenant, 403 if the tenant is not active */
export const webHosts =
  (pageHostOf: PageHostOf) =>
  async ({ headers: { host } }: IncomingMessage): Promise<WebHost> => {
    const found = await pageHostOf(host);
    if (!found) throw problem('not_found');
    const { tenant } = found;
    noteAccess({ tenantId: tenant.id });
    requireActive(tenant);
    return { tenant, isElsewhere: host?.toLowerCase() !== new URL(tenant.issuer).host };
  };

/** See {@link webHosts}. */
export type WebHostOf = ReturnType<typeof webHosts>;

const longestUserAgent = 512;

/** The user agent, as events and policies record it. */
export const userAgentOf = ({ headers }: IncomingMessage): string =>
  (headers['user-agent'] ?? '').slice(0, longestUserAgent);

/** Refuses a request that is no navigation of a whole window: scripts and frames have nothing to do here. */
export function requireNavigation({ headers, method }: IncomingMessage): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw problem('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
  const mode = headers['sec-fetch-mode'];
  const destination = headers['sec-fetch-dest'];
  const isNavigation =
    (mode === undefined || mode === 'navigate') &&
    (destination === undefined || destination === 'document');
  if (!isNavigation)
    throw problem('caller_not_allowed', { detail: 'Open this address in a browser window' });
}
