import { problem } from '@platform/kit/problem';
import { decodeSegment } from './segment.ts';

export { parseQuery } from './query.ts';

/** The parsed target of a request. */
export interface RequestLine {
  /**
   * The path split at `/`, each segment decoded once; a `%2F` is data here. An empty segment
   * represents `//` or a trailing slash.
   */
  segments: string[];
  /** The raw path, for forwarding. */
  rawPath: string;
  /** The undecoded query after the first `?`; empty if there is none. */
  query: string;
}

/** The part of `http.IncomingMessage` that is read. */
export interface RequestHead {
  url?: string | undefined;
  httpVersion: string;
  /** Names and values alternately, unprocessed: Node's joined `headers` hide a second `Host`. */
  rawHeaders: readonly string[];
}

/** Maximum size of a query string in bytes. */
export const maxQueryBytes = 8 * 1024;
/**
 * Maximum number of fields in a request head. Node silently drops fields above
 * `server.maxHeadersCount`: set that higher.
 */
export const maxHeaderFields = 100;

// Printable ASCII except space, `#` and `\`: a superset of what an origin-form target may contain
// (RFC 9112 §3.2.1).
const originForm = /^\/[!"$-[\]-~]*$/;
/** Fields that may occur only once, or not together with another, each with its own bit. */
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
  // RFC 9112 §3.2: only HTTP/1.0 may omit it.
  if (httpVersion !== '1.0' && (seen & hostBit) === 0)
    throw malformed('The Host header is required');
  // RFC 9112 §6.1: sending both is how requests are smuggled.
  if ((seen & bothLengths) === bothLengths) {
    throw malformed('Content-Length and Transfer-Encoding must not be sent together');
  }
}

// RFC 6750 §2.3 is not supported, because a token in a URL ends up in logs.
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
 * Reads target and head of a request, before any routing.
 * @throws `malformed_request`: no `Host` in HTTP/1.1; not origin-form; a raw `\`, `#`, space or
 * byte above 0x7E; a dot segment in any encoding; a second `Host`, `Authorization` or
 * `Content-Length`; `Content-Length` with `Transfer-Encoding`; more than {@link maxHeaderFields}
 * fields; a query above {@link maxQueryBytes} or with `access_token`.
 * @throws `invalid_parameter`: a segment that is not UTF-8, contains a control character or exceeds
 * 512 bytes.
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
