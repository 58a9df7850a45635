import { problem } from '@platform/kit/problem';
import { decodeSegment } from './segment.ts';

export { parseQuery } from './query.ts';

/** What the first line of a request asks for. */
export interface RequestLine {
  /** The path split at `/` and decoded once; a `%2F` is data here. An empty segment stands for `//` or a trailing slash. */
  segments: string[];
  /** The path byte for byte as it came, to be forwarded so. */
  rawPath: string;
  /** What follows the first `?`, undecoded; empty without one. */
  query: string;
}

/** The part of `http.IncomingMessage` that is read here. */
export interface RequestHead {
  url?: string | undefined;
  httpVersion: string;
  /** Names and values in turn, as they came: Node's joined `headers` hide a second `Host`. */
  rawHeaders: readonly string[];
}

/** Bytes of a query string. */
export const maxQueryBytes = 8 * 1024;
/** Fields of a request head. Node drops fields above `server.maxHeadersCount` in silence: set that higher than this. */
export const maxHeaderFields = 100;

// Printable ASCII but for space, `#` and `\`: all that may stand in an origin-form target (RFC 9112 §3.2.1).
const originForm = /^\/[!"$-[\]-~]*$/;
/** Fields that may stand once, or not beside another, each with a bit of its own. */
const watched = new Map([
  ['host', 1],
  ['authorization', 2],
  ['content-length', 4],
  ['transfer-encoding', 8],
]);
const watchedLengths = new Set([...watched.keys()].map((name) => name.length));
const hostBit = 1;
const bothLengths = 4 | 8;

const malformed = (detail: string) => problem('malformed_request', { detail });

function checkFields({ httpVersion, rawHeaders }: RequestHead): void {
  if (rawHeaders.length > 2 * maxHeaderFields)
    throw malformed(`The request has more than ${maxHeaderFields} header fields`);
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!watchedLengths.has(rawHeaders[i]!.length)) continue;
    const name = rawHeaders[i]!.toLowerCase();
    const bit = watched.get(name) ?? 0;
    if ((seen & bit) !== 0 && name !== 'transfer-encoding')
      throw malformed(`The header ${name} must not be repeated`);
    if (name === 'content-length' && !/^[0-9]+$/.test(rawHeaders[i + 1]!))
      throw malformed('Content-Length must be a number');
    seen |= bit;
  }
  // RFC 9112 §3.2: HTTP/1.0 alone may do without.
  if (httpVersion !== '1.0' && (seen & hostBit) === 0)
    throw malformed('The Host header is required');
  // RFC 9112 §6.1: both together are how requests are smuggled.
  if ((seen & bothLengths) === bothLengths) {
    throw malformed('Content-Length and Transfer-Encoding must not be sent together');
  }
}

// RFC 6750 §2.3 is not offered; a token in a URL ends up in logs.
const namesAccessToken = (query: string): boolean =>
  query.split('&').some((pair) => {
    const name = pair.split('=', 1)[0]!;
    if (!name.includes('%')) return name === 'access_token';
    try {
      return decodeURIComponent(name) === 'access_token';
    } catch {
      return false;
    }
  });

/**
 * Reads target and head of a request, before anything is routed by them.
 * @throws `malformed_request`: no `Host` in HTTP/1.1; not origin-form; a raw `\`, `#`, space or byte above 0x7E; a dot segment in any
 *   encoding; a second `Host`, `Authorization` or `Content-Length`; `Content-Length` beside `Transfer-Encoding`; more
 *   than {@link maxHeaderFields} fields; a query above {@link maxQueryBytes} or with `access_token`.
 * @throws `invalid_parameter`: a segment that is no UTF-8, holds a control character or is over 512 bytes.
 */
export function requestLine(head: RequestHead): RequestLine {
  const { url = '' } = head;
  checkFields(head);
  if (!originForm.test(url))
    throw malformed('The request target must be a path of printable ASCII characters');
  const mark = url.indexOf('?');
  const rawPath = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (query.length > maxQueryBytes)
    throw malformed(`The query string must have at most ${maxQueryBytes} bytes`);
  if (namesAccessToken(query))
    throw malformed('Send the access token in the Authorization header, not in the query string');
  return { segments: rawPath.slice(1).split('/').map(decodeSegment), rawPath, query };
}
