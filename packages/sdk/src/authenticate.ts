import type { AccessToken, TokenRequirements, TokenVerifier } from './access-tokens.ts';
import { InvalidToken } from './invalid-token.ts';
import { headerIn } from './message-headers.ts';
import type { MessageHeaders } from './message-headers.ts';

/** A request of any framework: a standard `Request`, or one of Node. */
export interface RequestLike {
  headers: MessageHeaders;
}

/** The response to a request that must be refused. */
export interface Refusal {
  status: 401 | 403;
  headers: Record<'content-type' | 'www-authenticate' | 'cache-control', string>;
  /** A problem document (RFC 9457), as the platform itself returns. */
  body: string;
}

/** The verified token of a request, or the response that refuses it. */
export type Authentication =
  { auth: AccessToken; refusal?: undefined } | { auth?: undefined; refusal: Refusal };

/** Handles a standard request, as `defineWebhook` and `defineHook` do. */
export type WebHandler = (request: Request) => Response | Promise<Response>;

const titles = { 401: 'Unauthorized', 403: 'Forbidden' } as const;

/** The response to a token that must be rejected: a problem document, and the challenge for clients. */
export function refusalOf({ status, reason, message, challenge }: InvalidToken): Refusal {
  const problem = { title: titles[status], status, code: reason, detail: message };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'www-authenticate': challenge,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(problem),
  };
}

/** RFC 6750 §2.1. Tokens in query strings and bodies are not read: they end up in logs. */
const bearer = /^Bearer +(\S+)$/i;

/**
 * Verifies the bearer token of a request. The middleware of each framework is a thin layer over this function.
 * @throws what is not the caller's fault, such as an issuer that cannot be reached
 * @example
 * const { auth, refusal } = await authenticate(request, verify, { scopes: ['orders.read'] });
 * if (refusal) console.log(refusal.status, refusal.headers);
 * else console.log(auth.subject);
 */
export async function authenticate(
  { headers }: RequestLike,
  verify: TokenVerifier,
  required?: TokenRequirements,
): Promise<Authentication> {
  try {
    const [, token] = bearer.exec(headerIn(headers, 'authorization') ?? '') ?? [];
    return { auth: await verify(token, required) };
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    return { refusal: refusalOf(error) };
  }
}
