import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../exchange.ts';
import { connector } from './connector.ts';
import { UpstreamCall } from './upstream-call.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** Sends requests to one service. */
export interface Proxy {
  /**
   * Resolves to the service's answer at its head. `firstByteMs` runs from the end of the body. Rejects with an
   * `UpstreamFault`, with `CallerGone`, or with the problem of a body that was cut.
   */
  send(x: Exchange, firstByteMs: number): Promise<UpstreamAnswer>;
  close(): void;
}

/**
 * `maxAgeMs` 0 makes each request a connection of its own; else one that is so old takes no further request. How many there
 * are is for the caller to bound.
 */
export function proxyTo(
  target: string,
  { maxAgeMs, connectMs }: { maxAgeMs: number; connectMs: number },
): Proxy {
  const { origin } = new URL(target);
  // Times of the exchange are the call's to keep: the client's own are kept to the second.
  const pool = new Pool(origin, {
    connect: connector(connectMs),
    pipelining: maxAgeMs > 0 ? 1 : 0,
    clientTtl: maxAgeMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (x, firstByteMs) =>
      new Promise((resolve, reject) => {
        const call = new UpstreamCall(x, firstByteMs, { resolve, reject });
        const { req } = x;
        pool.dispatch(
          {
            path: req.url ?? '/',
            method: req.method as Dispatcher.HttpMethod,
            headers: x.sent,
            body: call.body as never,
          },
          call,
        );
      }),
    close: () => void pool.destroy(),
  };
}
