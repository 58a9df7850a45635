import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';
import type { AccessToken, TokenRequirements, TokenVerifier } from '../access-tokens.ts';
import { authenticate } from '../authenticate.ts';
import type { WebHandler } from '../authenticate.ts';
import { standardRequest } from './standard-request.ts';

declare global {
  namespace Express {
    interface Request {
      /** The verified token, behind `requireAuth`. */
      auth?: AccessToken;
    }
  }
}

/**
 * Verifies the access token of each request and sets `req.auth`; requests without a sufficient token get a 401 or 403 with its
 * challenge. Errors such as an issuer that cannot be reached go to the error handlers.
 * @param verify from `accessTokenVerifier`; make one for the whole application
 * @example
 * app.get('/orders', requireAuth(verify, { scopes: ['orders.read'] }), (req, res) => {
 *   res.json({ reader: req.auth?.subject });
 * });
 */
export function requireAuth(verify: TokenVerifier, required?: TokenRequirements): RequestHandler {
  return (req, res, next) => {
    authenticate(req, verify, required)
      .then(({ auth, refusal }) => {
        if (refusal) return void res.status(refusal.status).set(refusal.headers).send(refusal.body);
        req.auth = auth;
        next();
      })
      .catch(next);
  };
}

const maxBytes = 1024 * 1024;

function tooLarge(): Error {
  return Object.assign(new Error(`the body is larger than ${maxBytes} bytes`), { status: 413 });
}

/** The bytes that were signed. A body that `express.json()` has parsed is lost: serialized again, it has another signature. */
async function rawBody(req: ExpressRequest): Promise<Uint8Array<ArrayBuffer>> {
  const body: unknown = req.body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (req.readableDidRead)
    throw new TypeError(
      'The body has been parsed before its signature could be verified. Register this handler before express.json().',
    );
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

async function send(res: ExpressResponse, response: Response): Promise<void> {
  res.status(response.status);
  response.headers.forEach((value, name) => res.append(name, value));
  res.end(new Uint8Array(await response.arrayBuffer()));
}

/**
 * Serves a handler of standard requests, such as `defineWebhook` and `defineHook`. It reads the raw body itself, up to 1 MiB: register
 * it before `express.json()`, or behind `express.raw()`.
 * @example
 * app.post('/webhooks', serve(defineWebhook({ secret, handle: (event) => console.log(event.id) })));
 */
export function serve(handler: WebHandler): RequestHandler {
  const run = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const { method, originalUrl: path, headers } = req;
    const body = await rawBody(req);
    await send(res, await handler(standardRequest({ method, path, headers, body })));
  };
  return (req, res, next) => void run(req, res).catch(next);
}
