import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';

/** Requests, and answers 401, of one address: before anything is verified. */
export const limitAddress =
  ({ limits }: GatewayParts): Step =>
  (x) =>
    limits.takeAddress(x);
