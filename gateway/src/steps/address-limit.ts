import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Limits requests, and responses with 401, per address, before anything is verified. */
export const limitAddress =
  ({ limits }: GatewayContext): ExchangeStep =>
  (x) =>
    limits.takeAddress(x);
