import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { localFetch } from '@platform/dev/local-fetch';

/** A request that has passed. */
export interface PassedRequest {
  method: string;
  url: string;
}

export interface TestProxy {
  url: string;
  passed: PassedRequest[];
  close(): void;
}

const ownHeaders = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'keep-alive',
]);

const headersOf = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !ownHeaders.has(name) && !name.startsWith('proxy-')
      ? [[name, value]]
      : [],
  );

/** What happens to the first request: its response is lost, or it is answered with a problem. */
type FirstAnswer = 'lost' | { status: number; code: string };

interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  url: string;
  /** The connection is cut in place of the response. */
  isLost: boolean;
}

async function forward({ request, response, url, isLost }: Passing): Promise<void> {
  const { method = 'GET' } = request;
  const body = await text(request);
  const headers = Object.fromEntries(
    headersOf(request.headers).filter(([name]) => name !== 'host'),
  );
  const answer = await localFetch(url, {
    method,
    headers,
    ...(body !== '' && { body }),
    redirect: 'manual',
  });
  const received = Buffer.from(await answer.arrayBuffer());
  if (isLost) {
    response.destroy();
    return;
  }
  for (const [name, value] of answer.headers)
    if (!ownHeaders.has(name)) response.setHeader(name, value);
  response.writeHead(answer.status).end(received);
}

/**
 * A proxy that finds the hosts of tenants on this machine, for programs whose libraries do not (RFC 6761 §6.3). With `target` it stands in
 * for that server, except for the first answer.
 */
export async function startProxy(target?: string, first: FirstAnswer = 'lost'): Promise<TestProxy> {
  const passed: PassedRequest[] = [];
  const server = createServer((request, response) => {
    const url = target === undefined ? String(request.url) : `${target}${request.url}`;
    passed.push({ method: String(request.method), url });
    const isFirst = target !== undefined && passed.length === 1;
    if (isFirst && first !== 'lost') {
      const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
      response.writeHead(first.status, headers).end(JSON.stringify(first));
      return;
    }
    forward({ request, response, url, isLost: isFirst }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
