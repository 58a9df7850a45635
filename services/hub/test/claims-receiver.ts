import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A received call. */
export interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: any;
}

/** A local receiver of claims webhooks. */
export interface ClaimsReceiver {
  port: number;
  /** The calls since the last `clear`. */
  calls: ReceivedCall[];
  /** Sets how the following calls are answered. */
  respond(how: (response: ServerResponse, call: ReceivedCall) => void): void;
  /** Answers the following calls with 200 and this body. */
  answer(body: unknown): void;
  clear(): void;
  stop(): Promise<void>;
}

export async function startClaimsReceiver(): Promise<ClaimsReceiver> {
  const calls: ReceivedCall[] = [];
  let how: Parameters<ClaimsReceiver['respond']>[0] = (response) =>
    void response.end('{"claims":{}}');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const call = {
        path: request.url ?? '',
        headers: request.headers,
        raw,
        body: JSON.parse(raw),
      };
      calls.push(call);
      how(response, call);
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    respond: (next) => void (how = next),
    answer: (body) =>
      void (how = (response) =>
        void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))),
    clear: () => void calls.splice(0),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
