import { problem } from '@platform/kit/problem';
import type { GatewayContext } from '../gateway-context.ts';
import type { Step } from '../step.ts';

/** The path and method are an operation of a service that is there. */
export const findOperation =
  ({ services }: GatewayContext): Step =>
  ({ found, route }) => {
    if (found?.kind === 'method')
      throw problem('method_not_allowed', { headers: { Allow: found.allow.join(', ') } });
    if (!route || !services.has(route.owner)) throw problem('not_found');
  };
