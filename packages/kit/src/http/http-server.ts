import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Limits of a server: head 32 KiB, heads complete within 10 s, keep-alive 65 s, bodies within 10 minutes. Node looks for who is late every 30 s unless told otherwise. */
const serverOptions = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Node would answer 400 without a body. The request line is checked for it instead.
  requireHostHeader: false,
};

/** A listening HTTP server that can be stopped without cutting a request off. */
export interface HttpServer {
  readonly port: number;
  readonly server: Server;
  /**
   * Goes on serving, and tells clients to close with every answer. A client that closes a connection itself sends nothing on it
   * at the moment when the server would, so that no request is lost. For the time between the signal to end and {@link close}.
   */
  retire(): void;
  /** Stops accepting, tells clients to close, waits up to `drainMs`, then cuts what is left. */
  close(drainMs: number): Promise<void>;
}

/** Serves `handle` on `port` (0: any free one) of `host` (default: all addresses). Rejects when the port is taken. */
export async function listen(
  port: number,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  host?: string,
): Promise<HttpServer> {
  let isRetiring = false;
  const server = createServer(serverOptions);
  server.on('request', (_req, res) => {
    if (isRetiring) res.setHeader('connection', 'close');
  });
  server.on('request', handle);
  // Node drops fields above this silently; the request line refuses more than 100.
  server.maxHeadersCount = 210;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    server,
    retire() {
      isRetiring = true;
    },
    async close(drainMs) {
      isRetiring = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection may fall idle after it was told nothing: its answer had begun before.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, drainMs);
      await closed;
      clearTimeout(cut);
      clearInterval(sweep);
    },
  };
}
