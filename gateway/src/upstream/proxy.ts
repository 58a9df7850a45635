import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'node:http';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import { abortBy } from '../exchange.ts';
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

// On the request itself: a map that entries keep coming to and going from is rebuilt again and again, and a former table
// that outlives its youth keeps the next, and with it all that was under way.
const attemptKey = Symbol('attempt');

interface Proxied extends IncomingMessage { [attemptKey]?: Attempt | undefined }

interface Attempt {
  x: Exchange;
  timeouts: ProxyTimeouts;
  timer: NodeJS.Timeout | undefined;
  isConnected: boolean;
  resolve: (answer: IncomingMessage) => void;
  reject: (error: unknown) => void;
}

// Only the events are wanted: the other plugins answer and log by themselves. The path is set below.
const common = { ejectPlugins: true, plugins: [proxyEventsPlugin], selfHandleResponse: true, changeOrigin: true, ignorePath: true, toProxy: true, prependPath: false };

/** The library would parse a text again for each request. */
function targetOf(url: string) {
  const { protocol, host, hostname, port } = new URL(url);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
}

/** `keepAlive: false` makes each request a connection of its own. */
export function proxyTo(target: string, { keepAlive }: { keepAlive: boolean }): Proxy {
  const agent = new Agent({ keepAlive, maxFreeSockets: 256, scheduling: 'lifo' });

  function settle(attempt: Attempt): void {
    clearTimeout(attempt.timer);
    const req: Proxied = attempt.x.req;
    if (req[attemptKey] === attempt) req[attemptKey] = undefined;
  }

  function fail(req: Proxied, error: unknown): void {
    const attempt = req[attemptKey];
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
        if ((x.req as Proxied)[attemptKey] !== attempt) return;
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
    target: targetOf(target), agent, ...common,
    // Stands in for the request's body, which waits until there is a connection.
    buffer: { pipe: () => undefined } as never,
    on: {
      proxyReq(outgoing, req: Proxied) {
        const attempt = req[attemptKey];
        if (!attempt || attempt.x.gone) return void outgoing.destroy();
        // The library would parse and rebuild the path; services are sent the bytes that came.
        outgoing.path = req.url ?? '/';
        abortBy(attempt.x, () => outgoing.destroy(new CallerGone()));
        const socket = outgoing.socket!;
        if (!socket.connecting) return begin(outgoing, attempt);
        attempt.timer = setTimeout(() => outgoing.destroy(new UpstreamFault('connect_timeout')), attempt.timeouts.connectMs);
        socket.once('connect', () => begin(outgoing, attempt));
      },
      proxyRes(answer, req: Proxied) {
        const attempt = req[attemptKey];
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
      (x.req as Proxied)[attemptKey] = { x, timeouts, timer: undefined, isConnected: false, resolve, reject };
      void middleware(x.req, x.res, (error) => fail(x.req, error));
    }),
    close: () => agent.destroy(),
  };
}
