import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** A received request. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Decompressed. */
  body: string;
  at: number;
}

/** How a receiver responds. */
export interface Behaviour {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** Responds when this resolves. */
  until?: Promise<unknown>;
  hang?: boolean;
  reset?: boolean;
}

/** A receiver of webhooks on loopback. */
export interface Receiver {
  url: string;
  port: number;
  /** Deliveries in order; consent requests are separate. */
  received: Received[];
  consents: Received[];
  /** Determines each response; default 200. */
  answer: (request: Received, number: number) => Behaviour;
  /** Highest number of concurrent requests so far. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

const contentOf = ({ headers }: IncomingMessage, body: Buffer): Buffer =>
  headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;

/**
 * Starts a {@link Receiver}, which records its requests and responds as configured. Uses TLS if
 * given a certificate.
 */
export async function startReceiver(
  answer: Receiver['answer'] = () => ({}),
  tls?: { cert: string; key: string },
): Promise<Receiver> {
  let underWay = 0;
  let most = 0;
  const listener: RequestListener = (req, res) => {
    const chunks: Buffer[] = [];
    underWay += 1;
    most = Math.max(most, underWay);
    res.once('close', () => (underWay -= 1));
    req.on('error', () => undefined);
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const request: Received = {
        method: req.method ?? '',
        path: req.url ?? '',
        headers: req.headers,
        body: contentOf(req, Buffer.concat(chunks)).toString(),
        at: Date.now(),
      };
      const list = request.method === 'OPTIONS' ? receiver.consents : receiver.received;
      list.push(request);
      const {
        status = 200,
        headers = {},
        body = '',
        delayMs = 0,
        until = pause(delayMs),
        hang = false,
        reset = false,
      } = receiver.answer(request, list.length);
      if (hang) return;
      if (reset) return void req.socket.resetAndDestroy();
      void until.then(() => res.writeHead(status, headers).end(body));
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://localhost:${port}/hook`,
    port,
    received: [],
    consents: [],
    answer,
    mostAtOnce: () => most,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
