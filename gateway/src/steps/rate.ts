import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/**
 * Limits requests per tenant, and per client or web session within it; requests of a SCIM client count only against its directory.
 */
export const limitRate =
  ({ limits }: GatewayContext): ExchangeStep =>
  (x) => {
    const { tenant, principal } = x.verified!;
    if (x.surface === 'scim') return limits.takeDirectory(x, principal.id);
    if (x.webSession !== undefined) return limits.takeWebSession(x, tenant, x.webSession);
    limits.takeCaller(x, { tenant, clientId: principal.clientId });
  };
