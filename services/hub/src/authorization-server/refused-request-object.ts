import type { IncomingMessage } from 'node:http';
import { decodeJwt } from 'jose';

/** Returns the response mode of a request object; undefined if it has none or cannot be read. */
function modeIn(object: string): unknown {
  try {
    return decodeJwt(object)['response_mode'];
  } catch {
    return undefined;
  }
}

/**
 * Copies the mode `form_post` from a request object to the query. The library rejects request objects (`request_not_supported`) without reading
 * them, but their parameters apply (OpenID Connect Core §6.1), so the client expects the error in that mode. The mode needs no verification,
 * because a caller can also send it as a query parameter.
 */
export function copyRequestedMode(req: IncomingMessage): void {
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
