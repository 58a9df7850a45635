import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { newHistogram } from '../histogram.ts';
import type { Histogram } from '../histogram.ts';
import { requestBytes, throughput } from '../load.ts';
import type { TokenEndpoint } from './token-stage.ts';

/** The result of a load on a token endpoint. */
export interface TokenLoad {
  perSecond: number;
  latency: Histogram;
  /** Microseconds of processor time a token: the server's, and its store's. */
  server: number;
  store: number;
}

/** Requests of client credentials at a time, each connection with its next one when it has its answer. */
export const tokenConnections = 16;

const formText = (fields: Record<string, string>): string => String(new URLSearchParams(fields));

/** The bytes of a request of client credentials. */
export const clientCredentials = ({ path, headers, scope, resource }: TokenEndpoint): Buffer =>
  requestBytes({
    method: 'POST',
    path,
    headers,
    body: formText({
      grant_type: 'client_credentials',
      scope,
      ...(resource !== undefined && { resource }),
    }),
  });

async function measured(
  endpoint: TokenEndpoint,
  load: () => Promise<{ count: number; perSecond: number; latency: Histogram }>,
): Promise<TokenLoad> {
  const before = endpoint.cpu();
  const { count, perSecond, latency } = await load();
  const after = endpoint.cpu();
  return {
    perSecond,
    latency,
    server: (after.server - before.server) / count,
    store: (after.store - before.store) / count,
  };
}

/** Introspections of one token, in a closed loop; how many a second. */
export async function loadIntrospection(
  { port, headers }: TokenEndpoint,
  token: string,
  seconds: number,
): Promise<number> {
  const bytes = requestBytes({
    method: 'POST',
    path: '/oauth2/introspect',
    headers,
    body: formText({ token }),
  });
  const result = await throughput({
    port,
    request: () => bytes,
    connections: tokenConnections,
    seconds,
  });
  if (result.errors > 0) throw new Error(`${result.errors} introspections failed`);
  return result.perSecond;
}

/** Client credentials, in a closed loop. */
export const loadClientCredentials = (
  endpoint: TokenEndpoint,
  seconds: number,
): Promise<TokenLoad> =>
  measured(endpoint, async () => {
    const bytes = clientCredentials(endpoint);
    const { port } = endpoint;
    const result = await throughput({
      port,
      request: () => bytes,
      connections: tokenConnections,
      seconds,
    });
    if (result.errors > 0)
      throw new Error(`${result.errors} requests of client credentials failed`);
    return { count: result.requests, ...result };
  });

interface RefreshAnswer {
  refresh_token?: string;
}

/** Redeems a refresh token; returns its successor. */
const redeem = (endpoint: TokenEndpoint, agent: Agent, refreshToken: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, path, refreshHeaders, refreshForm } = endpoint;
    const body = formText({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...refreshForm,
    });
    const headers = { ...refreshHeaders, 'content-length': Buffer.byteLength(body) };
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent });
    call.once('error', reject);
    call.once('response', (answer) => {
      json(answer).then((body) => {
        const { refresh_token: next } = body as RefreshAnswer;
        if (next) resolve(next);
        else reject(new Error(`a refresh answered ${answer.statusCode}: ${JSON.stringify(body)}`));
      }, reject);
    });
    call.end(body);
  });

/** Refreshes tokens; each client has its own token family, and every response contains the token of the next request. */
export async function loadRefresh(
  endpoint: TokenEndpoint,
  tokens: string[],
  seconds: number,
): Promise<TokenLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
  try {
    return await measured(endpoint, async () => {
      const latency = newHistogram();
      const begun = performance.now();
      const until = begun + seconds * 1_000;
      await Promise.all(
        tokens.map(async (_token, i) => {
          while (performance.now() < until) {
            const since = performance.now();
            tokens[i] = await redeem(endpoint, agent, tokens[i] ?? '');
            latency.add((performance.now() - since) * 1_000);
          }
        }),
      );
      const perSecond = latency.count / ((performance.now() - begun) / 1_000);
      return { count: latency.count, perSecond, latency };
    });
  } finally {
    agent.destroy();
  }
}
