import type { IncomingMessage } from 'node:http';
import { serviceToken } from '@platform/kit/auth';
import type { ServiceCaller } from '@platform/kit/auth';
import type { RpcCall, RpcMount } from '@platform/kit/grpc';
import { checkMediaType, parseJson, readBody, sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { routeMatcher } from '@platform/kit/routing';
import { jsonOf, messageFrom } from './rpc-message.ts';
import { hostPath, rpcRoutes } from './rpc-routes.ts';
import type { RpcRoute } from './rpc-routes.ts';
import { surfacePrincipal } from './surface-authenticator.ts';
import type { VerifyFacade } from './surface-authenticator.ts';

type Handler = RpcMount['handlers'][string];
type Fields = Record<string, unknown>;

const maxBodyBytes = 4 * 1024 * 1024;
const matchRoute = routeMatcher<string>(
  Object.fromEntries(rpcRoutes.map((route, index) => [String(index), route])),
);

function fieldsOfQuery(query: string, lists: readonly string[] = []): Fields {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => [
      name,
      lists.includes(name) ? given.getAll(name) : given.get(name),
    ]),
  );
}

async function fieldsOfBody(req: IncomingMessage): Promise<Fields> {
  checkMediaType(req, ['application/json']);
  const body = parseJson(await readBody(req, maxBodyBytes));
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw problem('malformed_request', { detail: 'the body must be a JSON object' });
}

/** The call in the form of the gRPC server, made by the sibling on whose behalf the facade calls. */
const callOf = (
  { sub }: ServiceCaller,
  serviceAccount: string,
  seen: Pick<RpcCall, 'requestId' | 'traceparent'>,
): RpcCall => {
  const namespace = sub.split(':')[2] ?? '';
  return {
    ...seen,
    caller: {
      namespace,
      serviceAccount,
      sub: `system:serviceaccount:${namespace}:${serviceAccount}`,
    },
    actor: { type: 'service', id: serviceAccount },
    deadline: Infinity,
  };
};

/** `/internal/tenants/{tenantId}/**` except the operations: the RPCs of siblings, for facades. */
export function rpcSurface({
  mounts,
  verify,
}: {
  mounts: readonly RpcMount[];
  verify: VerifyFacade;
}): Surface {
  const served = new Map(mounts.map((mount) => [mount.name as string, mount]));

  function handlerOf(
    { service, rpc }: Pick<RpcRoute, 'service' | 'rpc'>,
    account: string,
  ): Handler {
    const mount = served.get(service);
    const handler = mount?.handlers[rpc];
    if (!handler) throw problem('not_found');
    if (!mount?.callers[rpc]?.includes(account)) throw problem('caller_not_allowed');
    return handler;
  }

  async function answerOf(route: RpcRoute, fields: Fields, call: RpcCall): Promise<object> {
    const request = messageFrom(route.service, route.rpc, 'request', fields) as never;
    const handle = handlerOf(route, call.caller.serviceAccount);
    const result = handle(request, call);
    if (!route.streams) return (await result) as object;
    const items: unknown[] = [];
    for await (const item of result as AsyncIterable<unknown>) items.push(item);
    return { items };
  }

  async function resolveHost(query: string): Promise<object> {
    const fields = fieldsOfQuery(query);
    const handle = handlerOf(
      { service: 'platform.identity.v1.LoginExperience', rpc: 'ResolveHost' },
      'hub',
    );
    return (await handle(fields as never, {} as never)) as object;
  }

  async function answer(
    req: IncomingMessage,
    { line, ...seen }: Parameters<Surface['handle']>[2],
    facade: ServiceCaller,
  ): Promise<object> {
    if (`/${line.segments.join('/')}` === hostPath && req.method === 'GET')
      return resolveHost(line.query);
    const found = matchRoute(req.method ?? '', line.segments.slice(3));
    if (found.kind === 'method')
      throw problem('method_not_allowed', { headers: { allow: found.allow.join(', ') } });
    const route = found.kind === 'match' ? rpcRoutes[Number(found.operationId)] : undefined;
    if (found.kind === 'none' || !route) throw problem('not_found');
    noteAccess({ operationId: route.rpc });
    const principal = surfacePrincipal(req);
    const isInQuery = route.method === 'get' || route.method === 'delete';
    const given = isInQuery ? fieldsOfQuery(line.query, route.lists) : await fieldsOfBody(req);
    const fields = { ...given, ...found.params, tenantId: principal.tenantId };
    return answerOf(route, fields, callOf(facade, principal.id, seen));
  }

  return {
    owns: ({ segments: [internal, area, third] }) =>
      internal === 'internal' &&
      (area === 'tenants' || (area === 'login-domains' && third === 'resolve')),
    async handle(req, res, at) {
      noteAccess({ operationId: 'identityService' });
      const facade = await verify(serviceToken(req.headers.authorization));
      const body = await answer(req, at, facade);
      sendJson(res, 200, jsonOf(body), { 'x-request-id': at.requestId });
    },
  };
}

/** The surface while its channel is closed: every path is 404. */
export const closedSurface: Surface = {
  owns: ({ segments: [internal, area] }) => internal === 'internal' && area === 'tenants',
  handle() {
    throw problem('not_found');
  },
};
