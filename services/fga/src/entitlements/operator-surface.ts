import { entitlementOperatorOperations } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import type { ProjectedTokenVerifier, ServiceCaller } from '@platform/kit/auth';
import { operationSurface, serve } from '@platform/kit/http';
import type { Authenticator, Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { requestLine } from '@platform/kit/routing';
import type { Platform } from '@platform/kit/service';
import { entitlementOperatorHandlers } from './entitlement-handlers.ts';
import type { Entitlements } from './entitlements.ts';
import { knownTenant } from './known-tenant.ts';

const owns: Surface['owns'] = ({ segments }) =>
  segments[0] === 'internal' && segments[1] === 'entitlements';

const text = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

/**
 * Authenticates the operator's projected token. If both headers are present, the gateway checks the
 * other one.
 */
const operatorAuthenticator = (
  verify: ProjectedTokenVerifier,
  tenants: Platform['trust']['tenants'],
): Authenticator<ServiceCaller> => ({
  caller: ({ headers }) =>
    verify(
      serviceToken(text(headers.authorization ?? headers['x-platform-service-authorization'])),
    ),
  async principal({ req }, { serviceAccount }) {
    const tenantId = await knownTenant(tenants, requestLine(req).segments[2]);
    return {
      type: 'service',
      id: serviceAccount,
      clientId: serviceAccount,
      tenantId,
      scopes: new Set(),
    };
  },
});

/**
 * `/internal/entitlements/**`, with its own channel token regardless of the gateway's checks. With
 * a closed channel, it returns 404.
 */
export function operatorSurface(
  { db, secrets, log, trust }: Platform,
  verify: ProjectedTokenVerifier | undefined,
  entitled: Entitlements,
): Surface {
  if (!verify) {
    return {
      owns,
      handle() {
        throw problem('not_found');
      },
    };
  }
  return operationSurface({
    owns,
    db,
    secrets,
    log,
    mounts: [serve(entitlementOperatorOperations, entitlementOperatorHandlers(entitled))],
    authenticator: operatorAuthenticator(verify, trust.tenants),
  });
}
