import type { PropertyName } from '@platform/contracts';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { silentLog } from '@platform/kit/telemetry';
import { startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { send } from '@platform/testkit/http';
import type { TestAnswer, TestCall } from '@platform/testkit/http';
import { identityFacade } from '../src/service.ts';
import { experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

type Properties = Partial<Record<PropertyName, string>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A facade as its callers see it, regardless of where its identity service runs. */
export interface Facade {
  service: RunningService;
  /** Calls an operation for a tenant. */
  call(tenant: TestTenant, method: Method, path: string, call?: TestCall): Promise<TestAnswer>;
  rpcAs(account: string): RpcPeer;
  stop(): Promise<void>;
}

/** A facade over a listening service. */
export function facadeOf({ platform }: ExperiencePlatform, service: RunningService): Facade {
  const peers: RpcPeer[] = [];
  return {
    service,
    async call(tenant, method, path, call = {}) {
      const headers = {
        authorization: `Bearer ${await platform.hub.token({ tenant })}`,
        'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
        'x-platform-client-ip': '203.0.113.7',
        ...call.headers,
      };
      return send(`http://127.0.0.1:${service.httpPort}`, method, path, { ...call, headers });
    },
    rpcAs(account) {
      const peer = patientPeer({
        address: `127.0.0.1:${service.rpcPort}`,
        token: () => platform.cluster.mint(account, 'identity-facade'),
      });
      peers.push(peer);
      return peer;
    },
    async stop() {
      for (const peer of peers) peer.close();
    },
  };
}

/** Opens the surface of an identity service to facades. */
export const openSurface = (on: ExperiencePlatform): Properties => ({
  'platform.idp-facade.service-identity.cluster.enabled': 'true',
  'platform.idp-facade.service-identity.cluster.issuer': on.platform.cluster.issuer,
  'platform.idp-facade.service-identity.cluster.jwks-uri': on.platform.cluster.jwksUri,
});

/** An identity service whose surface is open, on a fixed port. */
export async function openPlatform(properties: Properties = {}): Promise<ExperiencePlatform> {
  const on = await experiencePlatform({}, properties);
  await on.platform.restart(openSurface(on));
  return on;
}

/** A facade with its identity service at this URL. */
export async function startRemoteFacade(
  on: ExperiencePlatform,
  baseUrl: string,
  properties: Properties = {},
): Promise<Facade> {
  const sources = await on.platform.sources('identity-facade', 'identity-service', {
    'platform.idp-facade.identity-service-base-url': baseUrl,
    'platform.idp-facade.token-path': await on.platform.cluster.tokenFile(
      'identity-service',
      'identity-tenant-facade',
    ),
    ...properties,
  });
  const service = await startService(identityFacade, sources, { holder: 'facade', log: silentLog });
  const facade = facadeOf(on, service);
  return {
    ...facade,
    async stop() {
      await facade.stop();
      await service.close();
    },
  };
}
