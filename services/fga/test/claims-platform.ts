import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi, TestProperties } from '@platform/testkit/service';
import { silentLog } from '@platform/kit/telemetry';
import { startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { fga } from '../src/service.ts';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { startHubChannel } from './hub-channel.ts';
import type { HubChannel } from './hub-channel.ts';

/** The access service with a hub that accepts claims webhooks. */
export interface ClaimsPlatform extends AccessPlatform {
  channel: HubChannel;
  /** The projected token that the service presents there; empty: none. */
  setChannelToken(token: string): void;
  /** Starts another pod, with other properties. */
  podWith(properties: TestProperties): Promise<RunningService>;
  /** A new application of a tenant that the hub knows. */
  client(tenant: TestTenant, allowedScopes?: string[]): string;
  /** Turns token claims on and returns the secret that the hub received. */
  enable(tenant: TestTenant, clientId: string, settings?: object): Promise<string>;
  /** Asks for the claims of a token, signed. */
  enrich(tenant: TestTenant, clientId: string, options?: ClaimsCallOptions): Promise<TestAnswer>;
  claimsOf(
    api: TestApi,
    method: 'get' | 'put' | 'delete',
    clientId: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): ReturnType<TestApi['get']>;
}

/** A call for claims as the hub makes it, with defaults. */
export interface ClaimsCallOptions {
  /** Members of the body. */
  body?: Record<string, unknown>;
  raw?: string;
  secret?: string | string[];
  /** Seconds that the caller's clock is ahead. */
  ahead?: number;
  headers?: Record<string, string | undefined>;
  port?: number;
}

export const enrichmentUrl = 'http://localhost:8082/internal/claims-enrichment';

/** Starts it for one test file. */
export async function claimsPlatform(properties: TestProperties = {}): Promise<ClaimsPlatform> {
  const channel = await startHubChannel();
  const folder = mkdtempSync(join(tmpdir(), 'fga-claims-'));
  const tokenPath = join(folder, 'token');
  const own: TestProperties = {
    'platform.applications.hub.base-url': channel.url,
    'platform.applications.hub.service-identity-token-path': tokenPath,
    'platform.token-claims.enrichment-url': enrichmentUrl,
    ...properties,
  };
  const platform = await accessPlatform(own);
  channel.trust(platform.cluster);
  const setChannelToken = (token: string): void => writeFileSync(tokenPath, token);
  setChannelToken(await platform.cluster.mint('fga', 'hub-applications-facade'));
  let clients = 0;
  const claimsOf: ClaimsPlatform['claimsOf'] = (api, method, clientId, body, headers = {}) =>
    api[method](`/api/v1/applications/${encodeURIComponent(clientId)}/token-claims`, {
      ...(body === undefined ? {} : { body }),
      headers,
    });
  return {
    ...platform,
    channel,
    setChannelToken,
    claimsOf,
    podWith: async (more) =>
      startService(fga, await platform.sources('fga', 'fga', { ...own, ...more }), {
        holder: 'other',
        log: silentLog,
      }),
    async enable(tenant, clientId, settings) {
      const { status } = await claimsOf(await platform.api(tenant), 'put', clientId, settings);
      if (status !== 200) throw new Error(`token claims were not enabled: ${status}`);
      return channel.webhookOf(tenant.id, clientId)!.secret;
    },
    async enrich(
      tenant,
      clientId,
      {
        body = {},
        raw,
        secret = channel.webhookOf(tenant.id, clientId)?.secret ?? [],
        ahead = 0,
        headers = {},
        port = platform.service.httpPort,
      } = {},
    ) {
      const requestId = newId('request');
      const sent =
        raw ??
        JSON.stringify({
          requestId,
          tenantId: tenant.id,
          clientId,
          principal: { type: 'client', id: clientId },
          grantType: 'client_credentials',
          tokenType: 'access_token',
          scopes: [],
          organizationId: null,
          sessionId: null,
          acr: null,
          amr: [],
          ...body,
        });
      const signed = {
        ...sign(requestId, sent, [secret].flat(), new Date(Date.now() + ahead * 1_000)),
        ...headers,
      };
      const answer = await fetch(`http://127.0.0.1:${port}/internal/claims-enrichment`, {
        method: 'POST',
        body: sent,
        headers: {
          'content-type': 'application/json',
          ...Object.fromEntries(
            Object.entries(signed).filter((e): e is [string, string] => e[1] !== undefined),
          ),
        },
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        body: text ? JSON.parse(text) : text,
      };
    },
    client(tenant, allowedScopes = []) {
      const clientId = `app-${++clients}.x y`;
      platform.hub.setClient(tenant, clientId, { allowedScopes });
      return clientId;
    },
    async stop() {
      await platform.stop();
      await channel.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
