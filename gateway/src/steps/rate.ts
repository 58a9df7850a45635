import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Requests of the tenant, and of the client within it; those of a SCIM client count for its directory alone. */
export const limitRate =
  ({ limits }: GatewayContext): ExchangeStep =>
  (x) => {
    const { tenant, principal } = x.verified!;
    if (x.surface === 'scim') return limits.takeDirectory(x, principal.id);
    limits.takeCaller(x, { tenant, clientId: principal.clientId });
  };
