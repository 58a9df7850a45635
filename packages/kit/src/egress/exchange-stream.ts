import type { Dispatcher, Pool } from 'undici';
import { EgressFailed, ResponseTooLarge } from './egress-error.ts';
import { asFailure, sentHeaders } from './exchange.ts';
import { idleTimer } from './idle-timer.ts';
import type { IdleTimer } from './idle-timer.ts';

/** One streamed request on a connection that is there or will be opened. */
export interface StreamExchangeOptions {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** Bytes of the request body; absent: sent in chunks. */
  contentLength: number | undefined;
  maxResponseBytes: number;
  idleTimeoutMs: number;
  signal: AbortSignal;
}

/** The head of an answer, and its body as it arrives. */
export interface StreamExchange {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Buffer>;
  /** Leaves the rest of the body unread and closes the connection. */
  discard(): void;
  /** Settles when the body is over: true when it was read to its end. */
  ended: Promise<boolean>;
}

type Body = Dispatcher.ResponseData['body'];

/**
 * The chunks of a request body. Time that their source takes is not time that the other side is silent; nor is any once
 * the answer has begun, since then its body tells.
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
  // It may fail when nobody reads; who reads is told.
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
 * Sends a request and answers with the head of its response. Both bodies move only as fast as the other end takes them.
 * @throws EgressFailed, `timeout` when the other side is silent for too long
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
