import type { GatewayContext } from '../gateway-context.ts';
import type { Step } from '../step.ts';

/** Requests of the tenant, and of the client within it. */
export const limitRate =
  ({ limits }: GatewayContext): Step =>
  (x) => {
    const { tenant, principal } = x.verified!;
    limits.takeCaller(x, { tenant, clientId: principal.clientId });
  };
