import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { answerHealth } from '@platform/kit/service';
import type { ReadyCheck } from '@platform/kit/service';
import type { GatewayConfig } from './config.ts';

/** How long the server's own limits come after those of the gateway. */
const marginMs = 30_000;

const notHttp = problem('malformed_request', {
  detail: 'The request is not valid HTTP/1.1 (RFC 9112)',
});

/** What Node's parser refuses never becomes a request: the answer is written as it stands. */
function refuseUnparsed(_error: Error, socket: Socket): void {
  // As Node does by itself: within an answer, another would be taken for a part of it.
  const answer = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!socket.writable || answer?.headersSent) return void socket.destroy();
  const requestId = newId('request');
  const body = JSON.stringify(notHttp.body({ requestId }));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Serves requests on the public port, and health to whoever asks there. */
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
  // Files have the time that the server gives a request, and are answered when it is over: its own end comes later.
  http.server.requestTimeout += marginMs;
  // Of whole connections: a caller that reads nothing any more leaves no other trace.
  http.server.timeout = config.callerTimeout;
  // Unlistened, Node would say 100 before anything is checked, and 417 by itself.
  http.server.on('checkContinue', answer);
  http.server.on('checkExpectation', answer);
  http.server.on('clientError', refuseUnparsed);
  return http;
}
