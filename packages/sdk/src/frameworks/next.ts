import type { AccessToken, TokenRequirements, TokenVerifier } from '../access-tokens.ts';
import { authenticate } from '../authenticate.ts';
import type { Refusal } from '../authenticate.ts';

/** A request whose token is verified. */
export type Authenticated<R extends Request = Request> = R & {
  /** The verified token. */
  auth: AccessToken;
};

/** A handler of the App Router: `context` holds the parameters of the route. */
export type RouteHandler<R, C> = (request: R, context: C) => Response | Promise<Response>;

const responseOf = ({ status, headers, body }: Refusal): Response =>
  new Response(body, { status, headers });

/**
 * Wraps a route handler of the App Router: it verifies the access token of each request and sets `request.auth`; requests without a
 * sufficient token get a 401 or 403 with its challenge. Webhooks and inline hooks need no wrapper, as route handlers take standard
 * requests: `export const POST = defineWebhook({ … })`.
 * @param verify from `accessTokenVerifier`; make one for the whole application
 * @example
 * const GET = withAuth(verify, { scopes: ['orders.read'] }, (request) =>
 *   Response.json({ reader: request.auth.subject }),
 * );
 */
export function withAuth<R extends Request = Request, C = unknown>(
  verify: TokenVerifier,
  required: TokenRequirements,
  handler: RouteHandler<Authenticated<R>, C>,
): (request: R, context: C) => Promise<Response> {
  return async (request, context) => {
    const { auth, refusal } = await authenticate(request, verify, required);
    if (refusal) return responseOf(refusal);
    return handler(Object.assign(request, { auth }), context);
  };
}

/**
 * For `middleware.ts`, which Next.js 16 calls `proxy.ts`: refuses requests without a sufficient token early, for whole areas. Middleware
 * can be bypassed by mistakes of its matcher, so handlers should use `withAuth` nevertheless.
 * @example
 * const middleware = requireAuth(verify);
 */
export function requireAuth(
  verify: TokenVerifier,
  required?: TokenRequirements,
): (request: Request) => Promise<Response | undefined> {
  return async (request) => {
    const { refusal } = await authenticate(request, verify, required);
    return refusal && responseOf(refusal);
  };
}
