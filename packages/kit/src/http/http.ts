import { catalogue } from '@platform/contracts';
import type { Mount } from './handlers.ts';

export { answer, contentVersion, digestTag, file, page, redirect, stream } from './answer.ts';
export type { Answer, FileAnswer, PageAnswer, RedirectAnswer, StreamAnswer } from './answer.ts';
export { jsonCodec, jsonDialect, parseForm } from './codec.ts';
export type { Codec } from './codec.ts';
export { deleteCookie, parseCookies, setCookie } from './cookies.ts';
export type { CookieOptions } from './cookies.ts';
export { prepared, serve, serveElsewhere, serveNothing } from './handlers.ts';
export type {
  Conditional,
  ForwardedOperation,
  ForwardOperation,
  Handler,
  HandlerContext,
  Handlers,
  TransactionScope,
  Mount,
  ExternalScope,
  QueryScope,
  RequestContext,
} from './handlers.ts';
export {
  gatewayAuthenticator,
  refusedIdentityHeader,
  verifyGatewayCaller,
} from './gateway-authenticator.ts';
export type { GatewayTrust } from './gateway-authenticator.ts';
export { listen } from './http-server.ts';
export type { HttpServer } from './http-server.ts';
export { idempotencyStore } from './idempotency.ts';
export type { RenderedAnswer } from './idempotency.ts';
export type { IncomingRequest, Authenticator, OperationServerOptions } from './operation-server.ts';
export { shapeFault } from './json-shape.ts';
export { inexactNumber, inexactNumbers } from './json-numbers.ts';
export { checkMediaType, parseJson, parseJsonText, readBody } from './request-body.ts';
export { sendJson, sendProblem } from './send.ts';
export { operationSurface, problemCodeHeader, serviceHttp } from './service-http.ts';
export type { ServiceHttpOptions, Surface } from './service-http.ts';
export type { Upload } from './upload.ts';
export { requestIdOf, traceIdOf, traceparentOf } from './request-context.ts';
export { parseBody } from './validation.ts';
export { webAppOf, webSessionOf } from './web-session.ts';
export type { WebSessionRequest } from './web-session.ts';

/**
 * Lists the operations of the catalogue that these mounts lack, so that a service which forgets to
 * mount one does not start.
 */
export function unmounted(owner: string, mounts: readonly Mount[]): string[] {
  const mounted = new Set(mounts.flatMap((m) => Object.keys(m.operations)));
  return catalogue
    .filter((entry) => entry.owner === owner && !mounted.has(entry.operationId))
    .map((entry) => entry.operationId);
}
