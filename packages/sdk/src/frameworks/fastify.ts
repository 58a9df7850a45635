import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken, TokenRequirements, TokenVerifier } from '../access-tokens.ts';
import { authenticate } from '../authenticate.ts';
import type { WebHandler } from '../authenticate.ts';
import { standardRequest } from './standard-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified token, behind `requireAuth`. */
    auth?: AccessToken;
  }
}

/** A hook of a route or of all routes of a plugin. */
export type AuthHook = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined>;

/**
 * Verifies the access token of each request and sets `request.auth`; requests without a sufficient token get a 401 or 403 with its
 * challenge. As `onRequest` it runs before the body is read.
 * @param verify from `accessTokenVerifier`; make one for the whole application
 * @example
 * fastify.get('/orders', { onRequest: requireAuth(verify, { scopes: ['orders.read'] }) }, (request) =>
 *   Promise.resolve({ reader: request.auth?.subject }),
 * );
 */
export function requireAuth(verify: TokenVerifier, required?: TokenRequirements): AuthHook {
  return async (request, reply) => {
    const { auth, refusal } = await authenticate(request, verify, required);
    if (refusal) return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
    request.auth = auth;
    return undefined;
  };
}

/**
 * A plugin that serves a handler of standard requests, such as `defineWebhook` and `defineHook`, at a path. It gets the raw body; the
 * parsers of other routes are not affected. Fastify's `bodyLimit` applies.
 * @example
 * await fastify.register(serve('/webhooks', defineWebhook({ secret, handle: (event) => console.log(event.id) })));
 */
export function serve(path: string, handler: WebHandler): FastifyPluginCallback {
  return (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    app.post(path, async ({ method, url, headers, body }, reply) => {
      const bytes = new Uint8Array((body ?? []) as Uint8Array);
      const response = await handler(standardRequest({ method, path: url, headers, body: bytes }));
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(new Uint8Array(await response.arrayBuffer()));
    });
    done();
  };
}
