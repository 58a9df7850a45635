import type { PropertyName } from '@platform/contracts';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer, HttpCall } from '@platform/testkit/http';
import type { EgressOptions } from '@platform/kit/egress';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import type { AccessLog, Logger } from '@platform/kit/telemetry';
import { service, startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { composeHub } from '../src/compose/hub.ts';
import type { LoginPages } from '../src/compose/authorization-server.ts';
import { hub } from '../src/index.ts';

export const platformIssuer = 'http://localhost:18080';

export type HubReply = HttpAnswer;
export interface Ask extends HttpCall {
  port?: number;
}

type Tenants = RpcClient<'platform.hub.v1.Tenants'>;
type WebSessions = RpcClient<'platform.hub.v1.WebSessions'>;

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
  startPod(
    holder: string,
    more?: Properties,
    log?: Logger,
    accessLog?: AccessLog,
  ): Promise<RunningService>;
  ask(path: string, ask?: Ask): Promise<HubReply>;
  /** The tenants RPC, called as an operator unless another account is named. */
  tenants(account?: string, pod?: RunningService): Tenants;
  /** As the gateway, unless another account is named. */
  webSessions(account?: string, pod?: RunningService): WebSessions;
  /** Announces access policies of a client, as fga does before it stores the first. */
  expectPolicies(tenantId: string, clientId: string, account?: string): Promise<void>;
  makeTenant(slug: string): Promise<MadeTenant>;
  token(tenant: MadeTenant, form?: Record<string, string>): Promise<HubReply>;
  stop(): Promise<void>;
}

type Properties = Partial<Record<PropertyName, string>>;

const openChannels = (
  channels: readonly string[],
  { issuer, jwksUri }: TestSurroundings['cluster'],
): Properties =>
  Object.fromEntries(
    channels.flatMap((prefix) => [
      [`${prefix}.enabled`, 'true'],
      [`${prefix}.issuer`, issuer],
      [`${prefix}.jwks-uri`, jwksUri],
    ]),
  );

/** Starts a hub. `pods: 0` starts only the stores; requests go to the pod that is started first. `egress` replaces DNS and sockets. */
export async function hubUnderTest(
  properties: Properties = {},
  {
    pods: wanted = 1,
    egress = {},
    loginPages,
    channels = [],
    ownNats = false,
    webFolder,
  }: {
    pods?: 0 | 1;
    egress?: Pick<EgressOptions, 'resolver' | 'connect' | 'extraCa' | 'allowedHosts'>;
    loginPages?: LoginPages;
    /** The prefixes of the service channels to enable for the cluster. */
    channels?: readonly string[];
    ownNats?: boolean;
    /** A build of the web applications. */
    webFolder?: URL;
  } = {},
): Promise<HubUnderTest> {
  // Without a pod, the database stays empty, and later pods find a fresh installation.
  const around = await testSurroundings({ service: wanted === 1 ? hub : undefined, ownNats });
  const definition = service({
    ...hub,
    compose: (platform, config) =>
      composeHub(
        {
          ...platform,
          egress: (profile, more) => platform.egress(profile, { ...more, ...egress }),
        },
        config,
        loginPages,
        webFolder,
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
    ...openChannels(channels, cluster),
    ...properties,
  };
  const pods: RunningService[] = [];
  const startPod = async (
    holder: string,
    more: Properties = {},
    log: Logger = silentLog,
    accessLog?: AccessLog,
  ): Promise<RunningService> => {
    const pod = await startService(
      definition,
      await around.sources('hub', 'hub', { ...base, ...more }),
      { holder, log, ...(accessLog ? { accessLog } : {}) },
    );
    pods.push(pod);
    return pod;
  };
  if (wanted === 1) await startPod('first');
  const peers: RpcPeer[] = [];
  const peer = (account: string, at = pods[0] as RunningService): RpcPeer => {
    const made = patientPeer({
      address: `127.0.0.1:${at.rpcPort}`,
      token: () => cluster.mint(account, 'hub'),
    });
    peers.push(made);
    return made;
  };
  const tenants = (account = 'platform-operator', at?: RunningService): Tenants =>
    peer(account, at).service('platform.hub.v1.Tenants');
  const ask: HubUnderTest['ask'] = (path, what = {}) =>
    sendRaw(what.port ?? (pods[0] as RunningService).httpPort, path, {
      host: 'localhost',
      ...what,
    });
  return {
    around,
    startPod,
    ask,
    tenants,
    webSessions: (account = 'product-api', at) =>
      peer(account, at).service('platform.hub.v1.WebSessions'),
    async expectPolicies(tenantId, clientId, account = 'fga') {
      await peer(account).service('platform.hub.v1.Clients').ExpectPolicies({ tenantId, clientId });
    },
    get pod() {
      return pods[0] as RunningService;
    },
    async makeTenant(slug) {
      const { tenant, clientId, clientSecret } = await tenants().CreateTenant(
        { requestId: newId('request'), slug, name: slug, adminClient: true },
        // The first call of a test file can be slow on a busy machine.
        { deadlineMs: 30_000 },
      );
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
      for (const each of peers) each.close();
      await Promise.all(pods.map((p) => p.close().catch(() => undefined)));
      await around.stop();
    },
  };
}
