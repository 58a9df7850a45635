import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Requests, and answers 401, of one address: before anything is verified. */
export const limitAddress =
  ({ limits }: GatewayContext): ExchangeStep =>
  (x) =>
    limits.takeAddress(x);
