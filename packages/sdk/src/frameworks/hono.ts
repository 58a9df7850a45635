import type { Handler, MiddlewareHandler } from 'hono';
import type { AccessToken, TokenRequirements, TokenVerifier } from '../access-tokens.ts';
import { authenticate } from '../authenticate.ts';
import type { WebHandler } from '../authenticate.ts';

/** What handlers behind `requireAuth` find in their context. */
export interface AuthEnv {
  Variables: {
    /** The verified token. */
    auth: AccessToken;
  };
}

/**
 * Verifies the access token of each request for `c.get('auth')`; requests without a sufficient token get a 401 or 403 with its
 * challenge.
 * @param verify from `accessTokenVerifier`; make one for the whole application
 * @example
 * hono.get('/orders', requireAuth(verify, { scopes: ['orders.read'] }), (c) =>
 *   c.json({ reader: c.get('auth').subject }),
 * );
 */
export function requireAuth(
  verify: TokenVerifier,
  required?: TokenRequirements,
): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    const { auth, refusal } = await authenticate(c.req.raw, verify, required);
    if (refusal) return c.body(refusal.body, refusal.status, refusal.headers);
    c.set('auth', auth);
    return next();
  };
}

/**
 * Serves a handler of standard requests, such as `defineWebhook` and `defineHook`, with the raw body, also if other middleware has read
 * it through Hono.
 * @example
 * hono.post('/webhooks', serve(defineWebhook({ secret, handle: (event) => console.log(event.id) })));
 */
export function serve(handler: WebHandler): Handler {
  return async (c) => {
    const { url, method, headers } = c.req.raw;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? await c.req.arrayBuffer() : undefined;
    return handler(new Request(url, { method, headers, ...(body && { body }) }));
  };
}
