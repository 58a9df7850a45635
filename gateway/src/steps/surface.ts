import { methodNotAllowed, noSuchRoute } from '@platform/kit/problem';
import { answerPreflight, withoutCors } from '../cors.ts';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

const documentMethods = new Set(['GET', 'HEAD']);
const notOfTheEdge = new Set(['internal', 'admin']);

const cameThroughProxy = ({ headers }: Exchange): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;

/** Answers public documents, and chooses the surface of other requests; 404 outside of them. */
export function chooseSurface({
  config,
  documents,
  findSurface,
  match,
  routes,
  services,
  isInternalOpen,
}: GatewayContext): ExchangeStep {
  return (x) => {
    const {
      req,
      line: { segments, rawPath },
    } = x;
    if (documents.has(rawPath)) {
      if (!documentMethods.has(req.method ?? ''))
        throw methodNotAllowed(req.method, ['GET', 'HEAD']);
      documents.serve(x);
      return 'answered';
    }
    if (segments[0] === 'api' && segments[1] === 'v1') {
      x.surface = 'api';
      if (answerPreflight(x)) return 'answered';
      x.found = match(req.method ?? '', segments);
      x.route = x.found.kind === 'match' ? routes.get(x.found.operationId) : undefined;
      return;
    }
    const route = findSurface(req.method ?? '', segments);
    if (!route || !services.has(route.owner)) throw noSuchRoute();
    // These surfaces are internal: a request through the edge gets the same 404 as an unknown path.
    if (notOfTheEdge.has(route.surface) && config.refuseForwarded && cameThroughProxy(x))
      throw noSuchRoute();
    if (route.surface === 'internal' && !isInternalOpen) throw noSuchRoute();
    if (notOfTheEdge.has(route.surface)) withoutCors(x);
    x.surface = route.surface;
    x.route = route;
  };
}
