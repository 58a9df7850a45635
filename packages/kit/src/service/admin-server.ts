import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../telemetry/metrics.ts';
import { listen, sendJson } from '../http/http.ts';
import { within } from '../async/within.ts';
import type { HttpServer } from '../http/http.ts';
import { withRetryAfter } from '../problem/problem.ts';

/** Returns what keeps a process from being ready; undefined if nothing does. */
export type ReadyCheck = () => Promise<string | undefined> | string | undefined;

/** The result of {@link readiness}. */
export interface Readiness {
  ready: boolean;
  checks: Record<string, string>;
}

const checkMillis = 2_000;

/** Runs every check. The result names each failing or slow one with its reason. */
export async function readiness(checks: Record<string, ReadyCheck>): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const reason = await within(checkMillis, Promise.resolve().then(check)).catch(
        (error: Error) => error.message,
      );
      return [name, reason ?? 'ok'] as const;
    }),
  );
  return {
    ready: results.every(([, reason]) => reason === 'ok'),
    checks: Object.fromEntries(results),
  };
}

/** Serves `/healthz` and `/readyz`. Returns false for any other path. */
export async function answerHealth(
  path: string,
  res: Parameters<typeof sendJson>[0],
  checks: Record<string, ReadyCheck>,
): Promise<boolean> {
  if (path === '/healthz') sendJson(res, 200, '{"status":"ok"}');
  else if (path === '/readyz') {
    const { ready, checks: reasons } = await readiness(checks);
    sendJson(
      res,
      ready ? 200 : 503,
      ready ? '{"status":"ok"}' : JSON.stringify({ status: 'unready', checks: reasons }),
      withRetryAfter(ready ? 200 : 503),
    );
  } else return false;
  return true;
}

/**
 * Listens on the admin port: metrics and health, for the cluster only. `host`: the address to
 * listen on; default: all.
 */
export const listenAdmin = (
  port: number,
  metrics: Metrics,
  checks: Record<string, ReadyCheck>,
  host?: string,
): Promise<HttpServer> => {
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const path = (req.url ?? '').split('?', 1)[0] as string;
    void (async () => {
      if (await answerHealth(path, res, checks)) return;
      if (path !== '/metrics') return sendJson(res, 404, '{"status":"not found"}');
      res
        .writeHead(200, { 'content-type': metrics.registry.contentType })
        .end(await metrics.registry.metrics());
    })();
  };
  return listen(port, answer, host);
};
