import { request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { PropertyName } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import type { EgressOptions } from '@platform/kit/egress';
import { newSecret } from '@platform/kit/webhook-signature';
import { decodeJwt } from 'jose';
import { startClaimsReceiver } from './claims-receiver.ts';
import type { ClaimsReceiver } from './claims-receiver.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubReply, HubUnderTest, MadeTenant } from './hub-under-test.ts';

/** A hub with a receiver of claims webhooks. */
export interface ClaimsWebhookHub extends HubUnderTest {
  receiver: ClaimsReceiver;
  /** The URL of the platform's own enrichment. */
  platformUrl: string;
  /** The URL of a tenant's webhook, at the same receiver. */
  tenantUrl: string;
  /** Host names that do not resolve to this machine. */
  names: Map<string, string[]>;
  /** Called before each connection; returns the port to connect to instead. */
  divert: { port?: (port: number) => number };
  /** Creates a tenant whose client has this webhook. */
  tenantWith(webhook: Partial<WebhookSetting>): Promise<TenantWithWebhook>;
  setWebhook(
    tenant: MadeTenant,
    webhook: Partial<WebhookSetting>,
  ): Promise<{ status: number; body: any }>;
  events(tenant: MadeTenant): Promise<{ subject: { type: string; id: string }; data: any }[]>;
  /** Returns the number of calls by outcome. */
  outcomes(): Promise<Record<string, number>>;
  dropped(): Promise<Record<string, number>>;
}

export interface WebhookSetting {
  url: string;
  secret: string;
  tokenTypes: string[];
  failureMode: 'omit' | 'deny';
  timeoutMilliseconds: number;
  version: number;
}
export type TenantWithWebhook = MadeTenant & { secret: string };

/** Returns the claims of the token in a response. */
export const claimsOf = (answer: HubReply): Record<string, any> =>
  decodeJwt(answer.body.access_token);

let made = 0;

export async function claimsWebhookHub(
  properties: Partial<Record<PropertyName, string>> = {},
): Promise<ClaimsWebhookHub> {
  const receiver = await startClaimsReceiver();
  const [platformUrl, tenantUrl] = [
    `http://localhost:${receiver.port}/internal/claims-enrichment`,
    `http://localhost:${receiver.port}/claims`,
  ];
  const names = new Map<string, string[]>();
  const divert: ClaimsWebhookHub['divert'] = {};
  const egress: Pick<EgressOptions, 'resolver' | 'connect'> = {
    resolver: async (name) => names.get(name) ?? ['127.0.0.1'],
    connect: ({ host, port }) => connectTcp({ host, port: divert.port?.(port) ?? port }),
  };
  const hub = await hubUnderTest({}, { pods: 0, egress });
  const channel = 'platform.applications.service-identity.cluster';
  const { cluster, database } = hub.around;
  const all = {
    [`${channel}.enabled`]: 'true',
    [`${channel}.issuer`]: cluster.issuer,
    [`${channel}.jwks-uri`]: cluster.jwksUri,
    [`${channel}.allowed-sub`]: '^system:serviceaccount:platform:(product-api|fga)$',
    'platform.hub.webhook.allowed-internal-hosts': 'localhost',
    'platform.hub.webhook.plain-http-hosts': 'localhost,127.0.0.1',
    'platform.hub.webhook.platform-urls': platformUrl,
    ...properties,
  };
  const startPod: HubUnderTest['startPod'] = (holder, more = {}, log) =>
    hub.startPod(holder, { ...all, ...more }, log);
  await startPod('first');

  const setWebhook: ClaimsWebhookHub['setWebhook'] = async (tenant, webhook) => {
    const body = JSON.stringify({ url: tenantUrl, secret: newSecret(), version: 1, ...webhook });
    const headers = {
      'content-type': 'application/json',
      'x-platform-tenant': tenant.id,
      'x-platform-service-authorization': `Bearer ${await cluster.mint('fga', 'hub-applications-facade')}`,
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: hub.pod.httpPort,
          path: `/internal/applications/${tenant.clientId}/claims-webhook`,
          method: 'PUT',
          headers,
          agent: false,
        },
        (incoming) => {
          let text = '';
          incoming
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }));
        },
      );
      outgoing.on('error', reject).end(body);
    });
  };

  const counted = async (name: string, label: string): Promise<Record<string, number>> => {
    const metric = await hub.pod.platform.metrics.registry.getSingleMetric(name)?.get();
    const values = (metric?.values ?? []) as {
      labels: Record<string, string>;
      value: number;
      metricName?: string;
    }[];
    return Object.fromEntries(
      values
        .filter((v) => v.metricName === undefined || v.metricName.endsWith('_count'))
        .map((v) => [v.labels[label] ?? '', v.value]),
    );
  };

  return {
    ...hub,
    startPod,
    receiver,
    platformUrl,
    tenantUrl,
    names,
    divert,
    setWebhook,
    get pod() {
      return hub.pod;
    },
    async tenantWith(webhook) {
      const tenant = await hub.makeTenant(`tenant-${(made += 1)}`);
      const secret = newSecret();
      const set = await setWebhook(tenant, { secret, ...webhook });
      if (set.status !== 200)
        throw new Error(`the webhook was not set: ${JSON.stringify(set.body)}`);
      return { ...tenant, secret };
    },
    events: async (tenant) =>
      withClient(database.url, async (client) =>
        (
          await client.query<{ event: any }>(
            `SELECT envelope->'data' AS event FROM hub.outbox WHERE tenant_id = $1 AND subject LIKE '%token_claims.enrichment_failed' ORDER BY position`,
            [tenant.id],
          )
        ).rows.map((row) => row.event),
      ),
    outcomes: () => counted('hub_claims_webhook_total', 'result'),
    dropped: () => counted('hub_claims_webhook_dropped_total', 'reason'),
    async stop() {
      await hub.stop();
      await receiver.stop();
    },
  };
}
