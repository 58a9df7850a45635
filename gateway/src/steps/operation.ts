import { methodNotAllowed, noSuchRoute } from '@platform/kit/problem';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Requires that path and method are an operation of an available service. */
export const findOperation =
  ({ services }: GatewayContext): ExchangeStep =>
  ({ found, req, route }) => {
    if (found?.kind === 'method') throw methodNotAllowed(req.method, found.allow);
    if (!route || !services.has(route.owner)) throw noSuchRoute();
  };
