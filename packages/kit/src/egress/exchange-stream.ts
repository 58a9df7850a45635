import type { Dispatcher, Pool } from 'undici';
import { EgressFailed, ResponseTooLarge } from './egress-error.ts';
import { asFailure, sentHeaders } from './exchange.ts';

/** One streamed request on an existing or new connection. */
export interface StreamExchangeOptions {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** Length of the request body in bytes; absent: sent in chunks. */
  contentLength: number | undefined;
  maxResponseBytes: number;
  idleTimeoutMs: number;
  signal: AbortSignal;
}

/** The head of a response, and its body as it arrives. */
export interface StreamExchange {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Buffer>;
  /** Skips the rest of the body and closes the connection. */
  discard(): void;
  /** Settles when the body is over: true if it was read to its end. */
  ended: Promise<boolean>;
}

/** Measures time without activity. */
interface IdleTimer {
  /** Restarts the timer. */
  start(): void;
  /** Stops the timer: the next step may take any time. */
  stop(): void;
}

/** Calls `onIdle` when `ms` pass between a start and the next start or stop. */
function idleTimer(ms: number, onIdle: () => void): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    start() {
      stop();
      timer = setTimeout(onIdle, ms);
    },
  };
}

type Body = Dispatcher.ResponseData['body'];

/**
 * Yields the chunks of a request body. Stops the idle timer while the source produces a chunk, and
 * for good once the response has begun, since reading its body detects silence from then on.
 */
async function* paced(
  source: AsyncIterable<Uint8Array>,
  idle: IdleTimer,
  isAnswered: () => boolean,
) {
  const wait = (): void => void (isAnswered() || idle.start());
  idle.stop();
  for await (const chunk of source) {
    wait();
    yield chunk;
    if (!isAnswered()) idle.stop();
  }
  wait();
}

async function* received(body: Body, maxBytes: number, idle: IdleTimer, signal: AbortSignal) {
  let length = 0;
  try {
    idle.start();
    for await (const chunk of body as AsyncIterable<Buffer>) {
      idle.stop();
      length += chunk.length;
      if (length > maxBytes) throw new ResponseTooLarge(maxBytes);
      yield chunk;
      idle.start();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asFailure(error);
  } finally {
    idle.stop();
  }
}

function streamed(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  idle: IdleTimer,
  signal: AbortSignal,
): StreamExchange {
  const ended = new Promise<boolean>((resolve) => {
    body.once('close', () => resolve(body.readableEnded));
  });
  // Prevents an uncaught error when there is no reader; a reader gets the error.
  body.on('error', () => undefined);
  return {
    status: statusCode,
    headers,
    body: received(body, maxBytes, idle, signal),
    discard: () => void body.destroy(),
    ended,
  };
}

/**
 * Sends a request and returns the head of its response. Both bodies move only as fast as the
 * receiving end takes them.
 * @throws EgressFailed with `timeout` if the receiver is silent for too long
 */
export async function exchangeStream(
  pool: Pool,
  { url, method, headers, body, contentLength, ...limits }: StreamExchangeOptions,
): Promise<StreamExchange> {
  const silent = new AbortController();
  const signal = AbortSignal.any([limits.signal, silent.signal]);
  const idle = idleTimer(limits.idleTimeoutMs, () => silent.abort(new EgressFailed('timeout')));
  const isStreamed = typeof body === 'object' && Symbol.asyncIterator in body;
  const length = contentLength === undefined ? {} : { 'content-length': String(contentLength) };
  let isAnswered = false;
  const sent = isStreamed ? paced(body, idle, () => isAnswered) : (body ?? null);
  try {
    idle.start();
    const answer = await pool.request({
      path: url.pathname + url.search,
      method: method as 'POST',
      headers: { ...sentHeaders(headers), ...length },
      body: sent as Uint8Array | null,
      signal,
    });
    return streamed(answer, limits.maxResponseBytes, idle, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw asFailure(error);
  } finally {
    isAnswered = true;
    idle.stop();
  }
}
