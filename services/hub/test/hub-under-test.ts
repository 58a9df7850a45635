import { request } from 'node:http';
import type { PropertyName } from '@platform/contracts';
import { testSurroundings } from '@platform/dev/test-platform';
import type { TestSurroundings } from '@platform/dev/test-platform';
import { isMissingRetryAfter } from '@platform/dev/testing';
import type { EgressOptions } from '@platform/kit/egress';
import { rpcPeer } from '@platform/kit/grpc';
import type { RpcClient } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/log';
import type { Logger } from '@platform/kit/log';
import { service, startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { hub } from '../src/index.ts';

export const platformIssuer = 'http://localhost:18080';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: any;
  text: string;
}

export interface Ask {
  host?: string;
  form?: Record<string, string | readonly string[]>;
  basic?: readonly [string, string];
  headers?: Record<string, string | string[]>;
  method?: string;
  port?: number;
}

type Tenants = RpcClient<'platform.hub.v1.Tenants'>;

/** A tenant with its first client. */
export interface MadeTenant {
  id: string;
  slug: string;
  host: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface HubUnderTest {
  around: TestSurroundings;
  pod: RunningService;
  startPod(holder: string, more?: Properties, log?: Logger): Promise<RunningService>;
  ask(path: string, ask?: Ask): Promise<Answer>;
  /** As an operator, unless another account is named. */
  tenants(account?: string, pod?: RunningService): Tenants;
  makeTenant(slug: string): Promise<MadeTenant>;
  token(tenant: MadeTenant, form?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

type Properties = Partial<Record<PropertyName, string>>;

export function send(
  port: number,
  path: string,
  { host = 'localhost', form, basic, headers = {}, method }: Ask = {},
): Promise<Answer> {
  const pairs = Object.entries(form ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one as string]),
  );
  const body = form ? new URLSearchParams(pairs).toString() : undefined;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        path,
        host: '127.0.0.1',
        method: method ?? (form ? 'POST' : 'GET'),
        agent: false,
        headers: {
          host,
          ...(body === undefined
            ? {}
            : {
                'content-type': 'application/x-www-form-urlencoded',
                'content-length': String(Buffer.byteLength(body)),
              }),
          ...(basic
            ? {
                authorization: `Basic ${Buffer.from(basic.map(encodeURIComponent).join(':')).toString('base64')}`,
              }
            : {}),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = (incoming.headers['content-type'] ?? '').includes('json') && text !== '';
          const status = incoming.statusCode ?? 0;
          if (isMissingRetryAfter(status, incoming.headers['retry-after']))
            return reject(new Error(`a ${status} without Retry-After: ${path}`));
          resolve({
            status,
            headers: incoming.headers,
            text,
            body: isJson ? JSON.parse(text) : text,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** `pods: 0`: the stores alone; the first pod started is the one that is asked. `egress`: where the network ends, DNS and sockets. */
export async function hubUnderTest(
  properties: Properties = {},
  {
    pods: wanted = 1,
    egress = {},
  }: { pods?: 0 | 1; egress?: Pick<EgressOptions, 'resolver' | 'connect'> } = {},
): Promise<HubUnderTest> {
  const around = await testSurroundings();
  const definition = service({
    ...hub,
    compose: (platform, config) =>
      hub.compose(
        {
          ...platform,
          egress: (profile, more) => platform.egress(profile, { ...more, ...egress }),
        },
        config,
      ),
  });
  const { cluster, database } = around;
  const base: Properties = {
    'platform.hub.issuer': platformIssuer,
    'platform.hub.platform-domain': '.platform.localhost',
    'platform.ratelimit.enabled': 'false',
    'platform.hub.trust-test-issuers': 'true',
    'platform.hub.enforce-tnt-iss-consistency': 'true',
    'platform.tenancy.service-identity.cluster.enabled': 'true',
    'platform.tenancy.service-identity.cluster.issuer': cluster.issuer,
    'platform.tenancy.service-identity.cluster.jwks-uri': cluster.jwksUri,
    'platform.database.url': database.url,
    ...properties,
  };
  const pods: RunningService[] = [];
  const startPod = async (
    holder: string,
    more: Properties = {},
    log: Logger = silentLog,
  ): Promise<RunningService> => {
    const pod = await startService(
      definition,
      await around.sources('hub', 'hub', { ...base, ...more }),
      { holder, log },
    );
    pods.push(pod);
    return pod;
  };
  if (wanted === 1) await startPod('first');
  const peers: ReturnType<typeof rpcPeer>[] = [];
  const tenants = (account = 'platform-operator', at = pods[0] as RunningService): Tenants => {
    const peer = rpcPeer({
      address: `127.0.0.1:${at.rpcPort}`,
      token: () => cluster.mint(account, 'hub'),
    });
    peers.push(peer);
    return peer.service('platform.hub.v1.Tenants');
  };
  const ask: HubUnderTest['ask'] = (path, what = {}) =>
    send(what.port ?? (pods[0] as RunningService).httpPort, path, what);
  return {
    around,
    startPod,
    ask,
    tenants,
    get pod() {
      return pods[0] as RunningService;
    },
    async makeTenant(slug) {
      const { tenant, clientId, clientSecret } = await tenants().CreateTenant({
        requestId: newId('request'),
        slug,
        name: slug,
        adminClient: true,
      });
      const { id, issuer } = tenant!;
      return { id, slug, issuer, host: new URL(issuer).host, clientId, clientSecret };
    },
    token: (tenant, form = {}) =>
      ask('/oauth2/token', {
        host: tenant.host,
        basic: [tenant.clientId, tenant.clientSecret],
        form: { grant_type: 'client_credentials', ...form },
      }),
    async stop() {
      for (const peer of peers) peer.close();
      await Promise.all(pods.map((p) => p.close().catch(() => undefined)));
      await around.stop();
    },
  };
}

/** Waits until `holds`, at most `millis`. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  millis = 5_000,
): Promise<void> {
  const end = Date.now() + millis;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
