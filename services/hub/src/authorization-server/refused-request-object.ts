import type { IncomingMessage } from 'node:http';
import { decodeJwt } from 'jose';

/** What a request object asks for; undefined where it cannot be read. */
function modeIn(object: string): unknown {
  try {
    return decodeJwt(object)['response_mode'];
  } catch {
    return undefined;
  }
}

/**
 * Request objects are refused (`request_not_supported`), and the library reads nothing in them. Their parameters count all the same
 * (OpenID Connect Core §6.1), so a client that asks for form_post in one expects the refusal there. The mode can be taken
 * unverified: anybody may send it beside the object.
 */
export function refuseInRequestedMode(req: IncomingMessage): void {
  const url = req.url ?? '';
  const queryAt = url.indexOf('?') + 1;
  if (queryAt === 0) return;
  const params = new URLSearchParams(url.slice(queryAt));
  const objects = params.getAll('request');
  if (objects.length !== 1 || params.has('response_mode')) return;
  if (modeIn(objects[0] ?? '') !== 'form_post') return;
  params.set('response_mode', 'form_post');
  req.url = url.slice(0, queryAt) + String(params);
}
