import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';

/** Whether {@link sendPlain} sends a request as `fetch` would: without redirects, and with text or nothing. */
export const isPlain = ({ redirect, body }: RequestInit): boolean =>
  redirect === 'manual' && (body === undefined || body === null || typeof body === 'string');

/** Names below `localhost` are this machine (RFC 6761 §6.3), also where the system does not resolve them. */
const localLookup: RequestOptions['lookup'] = (name, options, done) =>
  lookup(name.endsWith('.localhost') ? 'localhost' : name, options, done);

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  return headers;
}

/** Statuses whose responses have no body (RFC 9110 §6.4.1). */
const isEmpty = (status: number): boolean => status === 204 || status === 304;

/**
 * Sends a request with Node's HTTP client. The first `fetch` of a process takes 0.1 s of processor time, which is longer than
 * everything else that a command does.
 */
export async function sendPlain(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<Response> {
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const sent = request(url, {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    lookup: localLookup,
    ...(signal && { signal }),
  });
  // After the response, its body reports errors.
  sent.on('error', () => undefined);
  sent.end(body ?? undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0 } = answer;
  if (isEmpty(status)) answer.resume();
  return new Response(isEmpty(status) ? null : (Readable.toWeb(answer) as ReadableStream), {
    status,
    headers: headersOf(answer),
  });
}
