import type { Pool } from 'undici';
import { EgressFailed } from './egress-error.ts';
import type { EgressErrorCode, EgressResponse } from './egress-error.ts';

/** Set by the connection itself, or meaningless for a single request. */
const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;

/** Returns the headers to send, without those that belong to the connection. */
export const sentHeaders = (given: Readonly<Record<string, string>>): Record<string, string> => {
  const headers = Object.fromEntries(
    Object.entries(given).filter(([name]) => !ownHeaders.test(name)),
  );
  // The size limit of a compressed response would apply to its size on the wire only.
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'accept-encoding'))
    headers['accept-encoding'] = 'identity';
  return headers;
};

/** @throws EgressFailed */
export const exchange = async (
  pool: Pool,
  options: {
    url: URL;
    method: string;
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array | undefined;
    maxResponseBytes: number;
    signal: AbortSignal;
  },
): Promise<Omit<EgressResponse, 'remoteAddress' | 'durationMs'>> => {
  const { url, method, body, maxResponseBytes, signal } = options;
  try {
    const answer = await pool.request({
      path: url.pathname + url.search,
      method: method as 'POST',
      headers: sentHeaders(options.headers),
      body: body ?? null,
      signal,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    // Leaving the loop early destroys the body, and with it the socket.
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxResponseBytes) break;
    }
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: Buffer.concat(chunks).subarray(0, maxResponseBytes),
      truncated: length > maxResponseBytes,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw asFailure(error);
  }
};

/** Converts an error of the connection to EgressFailed; returns any other unchanged. */
export const asFailure = (cause: unknown): unknown => {
  const code = codeOf(cause);
  return code === undefined ? cause : new EgressFailed(code, { cause });
};

const codeOf = (error: unknown): EgressErrorCode | undefined => {
  // Errors of Node itself may come from another realm, so `instanceof` does not work.
  const { code = '', name } = (error ?? {}) as { code?: string; name?: string };
  // Only the name of the parser's errors is reliable.
  if (
    name === 'HTTPParserError' ||
    /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|RESPONSE)/.test(code)
  )
    return 'malformed_response';
  if (
    /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/.test(
      code,
    )
  )
    return 'connection_reset';
  return undefined;
};
