import type { RpcCall, RpcMount } from '@platform/kit/grpc';
import type { EgressResponse } from '@platform/kit/egress';
import { problem } from '@platform/kit/problem';
import type { RpcServiceName } from '@platform/protos';
import { servicePrincipal } from './actor-header.ts';
import { jsonOf, messageFrom } from './rpc-message.ts';
import { hostPath, parametersOf, rpcRoutes } from './rpc-routes.ts';
import type { RpcRoute } from './rpc-routes.ts';
import type { ServiceClient } from './service-client.ts';
import { unusableAnswer } from './service-error.ts';
import { tenantPath } from './service-path.ts';

type Fields = Record<string, unknown>;
type Client = Pick<ServiceClient, 'call'>;

const maxExportBytes = 16 * 1024 * 1024;
const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== false;

/** The first route whose path parameters are in the request. */
function routeOf(routes: readonly RpcRoute[], request: Fields): RpcRoute {
  const fits = (route: RpcRoute) => parametersOf(route).every((name) => isSet(request[name]));
  const found = routes.find(fits);
  if (!found) throw problem('invalid_parameter', { detail: 'the request names nothing to act on' });
  return found;
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value])
      if (isSet(each)) query.append(name, String(each));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function parsed({ body }: EgressResponse): object {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    /* told below */
  }
  throw unusableAnswer('not a JSON object');
}

function messageIn(service: RpcServiceName, rpc: string, json: object): object {
  try {
    return messageFrom(service, rpc, 'response', json);
  } catch {
    throw unusableAnswer(`not a response of ${rpc}`);
  }
}

async function send(
  { call }: Client,
  routes: readonly RpcRoute[],
  request: Fields,
  { caller, deadline, requestId, traceparent }: RpcCall,
): Promise<object> {
  const tenantId = String(request['tenantId']);
  const route = routeOf(routes, request);
  const named = parametersOf(route);
  const rest = Object.fromEntries(
    Object.entries(request).filter(([name]) => name !== 'tenantId' && !named.includes(name)),
  );
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(request[name])),
  );
  const isInQuery = route.method === 'get' || route.method === 'delete';
  const remaining = deadline === Infinity ? undefined : Math.max(1, deadline - Date.now());
  const answer = await call({
    method: route.method.toUpperCase(),
    path: `${tenantPath(tenantId)}${path}${isInQuery ? queryOf(rest) : ''}`,
    principal: servicePrincipal(caller.serviceAccount, tenantId),
    body: isInQuery ? undefined : jsonOf(rest),
    repeatable: route.repeatable ?? false,
    timeoutMs: remaining,
    maxResponseBytes: route.streams ? maxExportBytes : undefined,
    requestId,
    traceparent,
  });
  return parsed(answer);
}

/** A gRPC service that forwards its methods to the identity service. */
export function remoteRpc(
  client: Client,
  name: RpcServiceName,
  callers: Record<string, readonly string[]>,
): RpcMount {
  const ofService = rpcRoutes.filter(({ service }) => service === name);
  const methods = new Set(ofService.map(({ rpc }) => rpc));
  const unary =
    (rpc: string, routes: readonly RpcRoute[]) => async (request: never, call: RpcCall) =>
      messageIn(name, rpc, await send(client, routes, request, call));
  const streaming = (rpc: string, routes: readonly RpcRoute[]) =>
    async function* stream(request: never, call: RpcCall) {
      const { items } = (await send(client, routes, request, call)) as { items?: unknown };
      if (!Array.isArray(items)) throw unusableAnswer('no list of items');
      for (const item of items) yield messageIn(name, rpc, item as object);
    };
  const handlers = [...methods].map((rpc) => {
    const routes = ofService.filter((route) => route.rpc === rpc);
    return [rpc, routes[0]?.streams ? streaming(rpc, routes) : unary(rpc, routes)];
  });
  return { name, callers, handlers: Object.fromEntries(handlers) as RpcMount['handlers'] };
}

/** Looks up the tenant of a login domain at the identity service. */
export const remoteHostLookup =
  ({ call }: Client) =>
  async ({ host }: { host: string }, { caller, requestId, traceparent }: RpcCall) => {
    const answer = await call({
      method: 'GET',
      path: `${hostPath}?${new URLSearchParams({ host })}`,
      principal: servicePrincipal(caller.serviceAccount, ''),
      repeatable: true,
      requestId,
      traceparent,
    });
    return messageIn('platform.identity.v1.LoginExperience', 'ResolveHost', parsed(answer));
  };
