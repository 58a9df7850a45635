import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';

/** Requests of the tenant, and of the client within it. */
export const limitRate = ({ limits }: GatewayParts): Step => (x) => limits.takeCaller(x, x.verified!.principal);
