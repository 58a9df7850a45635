import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClaimsWebhookRequest } from '@platform/contracts';
import type { ClaimsWebhookSetting } from '@platform/contracts';
import type { Cluster } from '@platform/dev/cluster';
import { clusterKeySet, projectedTokens, serviceToken } from '@platform/kit/auth';
import { Problem } from '@platform/kit/problem';

/** A call that the channel received. */
export interface ChannelCall {
  method: string;
  tenantId: string;
  clientId: string;
  version: number;
}

interface Kept {
  webhook?: ClaimsWebhookSetting;
  version: number;
}

/** How the channel behaves from now on. `hang` never responds, `cut` closes the connection. */
export type HubBehaviour = 'usual' | 'hang' | 'cut' | 'closed' | 'refuse_url' | { status: number };

/**
 * The applications channel of a fake hub, limited to claims webhooks: its token, versions and
 * formats.
 */
export interface HubChannel {
  url: string;
  calls: ChannelCall[];
  trust(cluster: Pick<Cluster, 'issuer' | 'jwksUri'>): void;
  behave(behaviour: HubBehaviour): void;
  /** Deletes the client. */
  forget(tenantId: string, clientId: string): void;
  webhookOf(tenantId: string, clientId: string): ClaimsWebhookSetting | undefined;
  /** Sets the highest version that it has received. */
  setVersion(tenantId: string, clientId: string, version: number): void;
  stop(): Promise<void>;
}

const bodyOf = async (req: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
};

/** Starts {@link HubChannel}. */
export async function startHubChannel(): Promise<HubChannel> {
  const kept = new Map<string, Kept>();
  const gone = new Set<string>();
  const calls: ChannelCall[] = [];
  let behaviour: HubBehaviour = 'usual';
  let verify: ReturnType<typeof projectedTokens> | undefined;
  let keys: ReturnType<typeof clusterKeySet> | undefined;

  const send = (res: ServerResponse, status: number, body: object): void =>
    void res
      .writeHead(status, {
        'content-type': status === 200 ? 'application/json' : 'application/problem+json',
      })
      .end(JSON.stringify(body));
  const shown = (tenantId: string, id: string, { webhook, version }: Kept): object => {
    if (!webhook) return { id, deleted: true };
    const { secret: _secret, tenantId: _tenantId, ...rest } = webhook;
    const at = new Date().toISOString();
    return { id, tenantId, hasSecret: true, createdAt: at, updatedAt: at, ...rest, version };
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    await verify!(
      serviceToken(req.headers['x-platform-service-authorization'] as string | undefined),
    );
    const url = new URL(req.url as string, 'http://hub');
    const clientId = decodeURIComponent(
      /^\/internal\/applications\/([^/]+)\/claims-webhook$/.exec(url.pathname)?.[1] ?? '',
    );
    const tenantId = req.headers['x-platform-tenant'] as string;
    const key = `${tenantId} ${clientId}`;
    const body = await bodyOf(req);
    const setting = body === undefined ? undefined : ClaimsWebhookRequest.parse(body);
    const version = setting?.version ?? Number(url.searchParams.get('version'));
    calls.push({ method: req.method as string, tenantId, clientId, version });
    if (behaviour === 'hang') return;
    if (behaviour === 'cut') return void req.socket.destroy();
    if (behaviour === 'closed' || gone.has(key))
      return send(res, 404, { code: 'not_found', status: 404 });
    if (behaviour === 'refuse_url')
      return send(res, 422, {
        code: 'validation_failed',
        status: 422,
        errors: [{ pointer: '/url', code: 'host_not_allowed', detail: 'x' }],
      });
    if (behaviour !== 'usual')
      return send(res, behaviour.status, { code: 'x', status: behaviour.status });
    const present = kept.get(key);
    if (!setting && !present?.webhook) return send(res, 404, { code: 'not_found', status: 404 });
    if (!present || version >= present.version)
      kept.set(key, { version, ...(setting ? { webhook: setting } : {}) });
    send(res, 200, shown(tenantId, clientId, kept.get(key)!));
  }

  const server = createServer(
    (req, res) =>
      void answer(req, res).catch((error: unknown) => {
        if (error instanceof Problem) send(res, error.status, error.body());
        else send(res, 400, { code: String(error), status: 400 });
      }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    trust({ issuer, jwksUri }) {
      keys = clusterKeySet({
        jwksUri,
        caPath: '',
        tokenPath: '',
        connectTimeoutMs: 2_000,
        readTimeoutMs: 2_000,
      });
      verify = projectedTokens({
        issuer,
        audience: 'hub-applications-facade',
        allowedSub: '^system:serviceaccount:platform:(product-api|fga)$',
        keys,
      });
    },
    behave: (next) => void (behaviour = next),
    forget: (tenantId, clientId) => void gone.add(`${tenantId} ${clientId}`),
    webhookOf: (tenantId, clientId) => kept.get(`${tenantId} ${clientId}`)?.webhook,
    setVersion(tenantId, clientId, version) {
      const present = kept.get(`${tenantId} ${clientId}`)!;
      kept.set(`${tenantId} ${clientId}`, { ...present, version });
    },
    async stop() {
      keys?.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
