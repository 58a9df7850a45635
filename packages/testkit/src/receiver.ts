import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** A request as it came. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Decompressed. */
  body: string;
  at: number;
}

/** How a receiver answers. */
export interface Behaviour {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** Answers when this resolves. */
  until?: Promise<unknown>;
  hang?: boolean;
  reset?: boolean;
}

/** A receiver of webhooks on loopback. */
export interface Receiver {
  url: string;
  port: number;
  /** Deliveries, in the order they came; consent requests are kept apart. */
  received: Received[];
  consents: Received[];
  /** Decides each answer; default 200. */
  answer: (request: Received, number: number) => Behaviour;
  /** Requests under way at once, at most. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

const contentOf = ({ headers }: IncomingMessage, body: Buffer): Buffer =>
  headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;

/** Starts {@link Receiver}; it keeps what it receives and answers as it is told. With a certificate it speaks TLS. */
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
