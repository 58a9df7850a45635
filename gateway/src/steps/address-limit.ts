import type { GatewayContext } from '../gateway-context.ts';
import type { Step } from '../step.ts';

/** Requests, and answers 401, of one address: before anything is verified. */
export const limitAddress =
  ({ limits }: GatewayContext): Step =>
  (x) =>
    limits.takeAddress(x);
