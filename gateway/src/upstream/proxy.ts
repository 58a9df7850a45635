import { connectionList } from './connection-list.ts';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../exchange.ts';
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

/** With `maxAgeMs` 0, each request uses its own connection; otherwise a connection of that age takes no further request. */
export function proxyTo(
  target: string,
  { maxAgeMs, connectMs }: { maxAgeMs: number; connectMs: number },
): Proxy {
  const connections = connectionList(new URL(target).origin, { maxAgeMs, connectMs });
  return {
    send: (x, firstByteMs) =>
      new Promise((resolve, reject) => {
        const connection = connections.take();
        const call = new UpstreamCall(x, firstByteMs, {
          resolve,
          reject,
          over: () => connections.giveBack(connection),
        });
        const { req } = x;
        connection.dispatch(
          {
            path: req.url ?? '/',
            method: req.method as Dispatcher.HttpMethod,
            headers: x.sent,
            body: call.body as never,
          },
          call,
        );
      }),
    close: () => connections.close(),
  };
}
