import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';

/** Requests of the tenant, and of the client within it. */
export const limitRate =
  ({ limits }: GatewayParts): Step =>
  (x) => {
    const { tenant, principal } = x.verified!;
    limits.takeCaller(x, { tenant, clientId: principal.clientId });
  };
