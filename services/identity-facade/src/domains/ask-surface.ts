import type { Database } from '@platform/kit/database';
import type { Surface } from '@platform/kit/http';
import { noteAccess } from '@platform/kit/telemetry';
import { hostNameOf } from '@platform/kit/formats';
import { findNameOwner } from './domain-store.ts';

/**
 * `GET /internal/login-domains/ask?domain=`: whether a certificate may be issued for the host. Returns 200 for a name that a
 * tenant has verified, else 404, both without a body, as Caddy's on-demand TLS expects. Reachable only within the cluster.
 */
export const askSurface = ({ db }: { db: Pick<Database, 'work'> }): Surface => ({
  owns: ({ segments }) => segments.join('/') === 'internal/login-domains/ask',
  async handle(req, res, { line }) {
    noteAccess({ operationId: 'loginDomainsAsk' });
    const domain = hostNameOf(new URLSearchParams(line.query).get('domain') ?? '');
    const isGet = req.method === 'GET' || req.method === 'HEAD';
    const owner =
      isGet && domain !== undefined ? await db.work((tx) => findNameOwner(tx, domain)) : undefined;
    res.writeHead(owner ? 200 : 404).end();
  },
});
