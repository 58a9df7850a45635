import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'node:http';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import type { Exchange } from '../exchange.ts';
import { transferBody } from './body-transfer.ts';
import { CallerGone, UpstreamFault } from './faults.ts';

/** Times in milliseconds. */
export interface ProxyTimeouts { connectMs: number; firstByteMs: number }

/** Sends requests to one service. */
export interface Proxy {
  /**
   * Resolves to the service's answer at its head. Rejects with an {@link UpstreamFault}, with {@link CallerGone}, or with
   * the problem of a body that was cut.
   */
  send(x: Exchange, timeouts: ProxyTimeouts): Promise<IncomingMessage>;
  close(): void;
}

interface Attempt {
  x: Exchange;
  timeouts: ProxyTimeouts;
  timer: NodeJS.Timeout | undefined;
  isConnected: boolean;
  resolve: (answer: IncomingMessage) => void;
  reject: (error: unknown) => void;
}

// Only the events are wanted: the other plugins answer and log by themselves. The path is set below.
const common = { ejectPlugins: true, plugins: [proxyEventsPlugin], selfHandleResponse: true, changeOrigin: true, ignorePath: true };

/** `keepAlive: false` makes each request a connection of its own. */
export function proxyTo(target: string, { keepAlive }: { keepAlive: boolean }): Proxy {
  const agent = new Agent({ keepAlive, maxFreeSockets: 256, scheduling: 'lifo' });
  const attempts = new Map<IncomingMessage, Attempt>();

  function settle(attempt: Attempt): void {
    clearTimeout(attempt.timer);
    if (attempts.get(attempt.x.req) === attempt) attempts.delete(attempt.x.req);
  }

  function fail(req: IncomingMessage, error: unknown): void {
    const attempt = attempts.get(req);
    if (!attempt) return;
    settle(attempt);
    if (attempt.x.gone) attempt.reject(new CallerGone());
    else attempt.reject(error instanceof UpstreamFault ? error : new UpstreamFault(attempt.isConnected ? 'closed' : 'connect', error));
  }

  /** The request has a socket, and nothing of it is sent yet. */
  function begin(outgoing: ClientRequest, attempt: Attempt): void {
    const { x, timeouts } = attempt;
    attempt.isConnected = true;
    clearTimeout(attempt.timer);
    transferBody(x, outgoing, {
      done: () => {
        if (attempts.get(x.req) !== attempt) return;
        attempt.timer = setTimeout(() => outgoing.destroy(new UpstreamFault('timeout')), timeouts.firstByteMs);
      },
      fail: (error) => {
        settle(attempt);
        attempt.reject(error);
        if (x.res.headersSent) x.res.destroy();
      },
    });
  }

  const middleware = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target, agent, ...common,
    // Stands in for the request's body, which waits until there is a connection.
    buffer: { pipe: () => undefined } as never,
    on: {
      proxyReq(outgoing, req) {
        const attempt = attempts.get(req);
        if (!attempt || attempt.x.gone) return void outgoing.destroy();
        // The library would parse and rebuild the path; services are sent the bytes that came.
        outgoing.path = req.url ?? '/';
        attempt.x.abort = () => outgoing.destroy(new CallerGone());
        const socket = outgoing.socket!;
        if (!socket.connecting) return begin(outgoing, attempt);
        attempt.timer = setTimeout(() => outgoing.destroy(new UpstreamFault('connect_timeout')), attempt.timeouts.connectMs);
        socket.once('connect', () => begin(outgoing, attempt));
      },
      proxyRes(answer, req) {
        const attempt = attempts.get(req);
        if (!attempt) return void answer.destroy();
        settle(attempt);
        attempt.resolve(answer);
      },
      error: (error, req) => fail(req, error),
      econnreset: (error, req) => fail(req, error),
    },
  });

  return {
    send: (x, timeouts) => new Promise((resolve, reject) => {
      attempts.set(x.req, { x, timeouts, timer: undefined, isConnected: false, resolve, reject });
      void middleware(x.req, x.res, (error) => fail(x.req, error));
    }),
    close: () => agent.destroy(),
  };
}
