import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * Limits of a server: head 32 KiB, complete within 10 s, keep-alive 65 s, bodies within 10 minutes.
 * Node checks these timeouts only every 30 s by default.
 */
const serverOptions = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Node would respond with a 400 without a body. The check of the request line covers it instead.
  requireHostHeader: false,
};

/** A listening HTTP server that can be stopped without cutting a request off. */
export interface HttpServer {
  readonly port: number;
  readonly server: Server;
  /**
   * Continues to serve, but every response tells the client to close. A client that closes a
   * connection itself cannot lose a request to a simultaneous close by the server. For the time
   * between the termination signal and {@link close}.
   */
  retire(): void;
  /**
   * Stops accepting connections, tells clients to close, waits up to `drainMs`, then closes all
   * remaining connections.
   */
  close(drainMs: number): Promise<void>;
}

/**
 * Serves `handle` on `port` (0: any free one) of `host` (default: all addresses). Rejects if the
 * port is in use.
 */
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
  // Node silently drops header fields above this number; the check of the request line rejects more
  // than 100.
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
      // A connection whose response had already begun was not told to close, and may become idle
      // later.
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
