import type { Dispatcher, Pool } from 'undici';
import { EgressFailed } from './egress-error.ts';
import type { EgressErrorCode, EgressResponse } from './egress-error.ts';

/** Set by the connection itself, or meaningless for a single request. */
const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;

/** Returns the headers to send, without those that belong to the connection. */
export const sentHeaders = (given: Readonly<Record<string, string>>): Record<string, string> => {
  const headers: Record<string, string> = {};
  let isEncodingGiven = false;
  for (const [name, value] of Object.entries(given)) {
    if (ownHeaders.test(name)) continue;
    headers[name] = value;
    isEncodingGiven ||= name.toLowerCase() === 'accept-encoding';
  }
  // The size limit of a compressed response would apply to its size on the wire only.
  if (!isEncodingGiven) headers['accept-encoding'] = 'identity';
  return headers;
};

type Exchanged = Omit<EgressResponse, 'remoteAddress' | 'durationMs'>;

/** Collects a response up to a size; destroys the connection if there is more, or when `signal` aborts. */
function collected(
  { maxResponseBytes, signal }: { maxResponseBytes: number; signal: AbortSignal },
  send: (handler: Dispatcher.DispatchHandler) => void,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    let request: Dispatcher.DispatchController | undefined;
    let head: Pick<Exchanged, 'status' | 'headers'> = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    const answered = (truncated: boolean): void =>
      end(() => {
        const body = Buffer.concat(chunks).subarray(0, maxResponseBytes);
        resolve({ ...head, body, truncated });
      });
    const abort = (): void =>
      end(() => {
        reject(signal.reason);
        request?.abort(signal.reason);
      });
    signal.addEventListener('abort', abort);
    send({
      onRequestStart(controller) {
        request = controller;
        // It may have been aborted while it waited for a connection.
        if (signal.aborted) controller.abort(signal.reason);
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) head = { status, headers };
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= maxResponseBytes) return;
        answered(true);
        controller.abort(new Error('the response is longer than what is read of it'));
      },
      onResponseEnd: () => answered(false),
      onResponseError: (_controller, error) => end(() => reject(error)),
    });
  });
}

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
): Promise<Exchanged> => {
  const { url, method, body, signal } = options;
  signal.throwIfAborted();
  const request = {
    path: url.pathname + url.search,
    method: method as 'POST',
    headers: sentHeaders(options.headers),
    body: body ?? null,
  };
  try {
    // `pool.request` would create a stream for each response.
    return await collected(options, (handler) => void pool.dispatch(request, handler));
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
