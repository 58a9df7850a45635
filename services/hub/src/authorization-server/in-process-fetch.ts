import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { outsideScope } from '@platform/kit/telemetry';

/** Headers of a response as pairs; a header that occurs several times has several. */
const pairsOf = ({ headersDistinct }: IncomingMessage): [string, string][] =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  return new Response(body, { status: answer.statusCode, headers: pairsOf(answer) });
}

/**
 * Creates a `fetch` whose requests this handler answers, whatever host they name. They are real HTTP, over a pair of streams instead of
 * a network, and belong to no other request.
 */
export function inProcessFetch(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): typeof globalThis.fetch {
  const server = createServer(handle);
  return async (input, init) => {
    const sent = new Request(input, init);
    const { host, pathname, search } = new URL(sent.url);
    const body = Buffer.from(await sent.arrayBuffer());
    const headers = { ...Object.fromEntries(sent.headers), host, 'content-length': body.length };
    const answer = await outsideScope(
      () =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const [near, far] = duplexPair();
          server.emit('connection', far);
          const { method } = sent;
          const options = {
            createConnection: () => near,
            method,
            path: pathname + search,
            headers,
          };
          request(options, resolve).once('error', reject).end(body);
        }),
    );
    return responseOf(answer);
  };
}
