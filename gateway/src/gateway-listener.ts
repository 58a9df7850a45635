import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { answerHealth } from '@platform/kit/service';
import type { ReadyCheck } from '@platform/kit/service';
import type { GatewayConfig } from './config.ts';

/** How much later the server's own timeouts fire than those of the gateway. */
const marginMs = 30_000;

const notHttp = problem('malformed_request', {
  detail: 'The request is not valid HTTP/1.1 (RFC 9112)',
});

/**
 * Answers requests that Node's parser rejects: they never become a request object, so the raw response is written to the socket.
 */
function refuseUnparsed(_error: Error, socket: Socket): void {
  // As Node does itself: within a response, a second one would be read as part of it.
  const answer = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!socket.writable || answer?.headersSent) return void socket.destroy();
  const requestId = newId('request');
  const body = JSON.stringify(notHttp.body({ requestId }));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Serves requests and health checks on the public port. */
export async function listenGateway(
  config: GatewayConfig,
  checks: Record<string, ReadyCheck>,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
) {
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const isHealth = req.url === '/healthz' || req.url === '/readyz';
    if (isHealth && req.headers.host !== undefined)
      void answerHealth(req.url as string, res, checks);
    else handle(req, res);
  };
  const http = await listen(config.httpPort, answer, config.listenAddress || undefined);
  // Files may take as long as the server allows a request, and are answered when that time is over, so its own timeout must be
  // later.
  http.server.requestTimeout += marginMs;
  // Closes connections whose caller has stopped reading, which nothing else detects.
  http.server.timeout = config.callerTimeout;
  // Without a listener, Node would send 100 before any check, or 417.
  http.server.on('checkContinue', answer);
  http.server.on('checkExpectation', answer);
  http.server.on('clientError', refuseUnparsed);
  return http;
}
