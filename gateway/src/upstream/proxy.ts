import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../exchange.ts';
import { connector } from './connector.ts';
import { UpstreamCall } from './upstream-call.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** Sends requests to one service. */
export interface Proxy {
  /**
   * Resolves to the service's response at its head. `firstByteMs` runs from the end of the body. Rejects with an `UpstreamFault`,
   * with `CallerGone`, or with the problem of an aborted body.
   */
  send(x: Exchange, firstByteMs: number): Promise<UpstreamAnswer>;
  close(): void;
}

/**
 * With `maxAgeMs` 0, each request uses its own connection; otherwise a connection of that age takes no further request. The caller
 * bounds the number of connections.
 */
export function proxyTo(
  target: string,
  { maxAgeMs, connectMs }: { maxAgeMs: number; connectMs: number },
): Proxy {
  const { origin } = new URL(target);
  // The call enforces the timeouts of the exchange: the client's own are precise only to the second.
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
