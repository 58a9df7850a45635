import type { PropertyName } from '@platform/contracts';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { testPlatform } from '@platform/testkit/service';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { testClock } from '@platform/testkit/test-clock';
import type { IdentityFacadeOptions } from '../src/compose/test-options.ts';
import { identityFacadeService } from '../src/service.ts';

export const experiencePath = '/api/v1/login-experience';

/** The identity facade, with tenants, events and callers. */
export async function experiencePlatform(
  options: IdentityFacadeOptions = {},
  properties: Partial<Record<PropertyName, string>> = {},
) {
  const clock = testClock();
  const platform = await testPlatform(
    identityFacadeService({ clock: clock.now, ...options }),
    properties,
  );
  await eventually(async () => platform.service.platform.bus.isConnected());
  // The first call opens keys and connections; on a busy machine the hub may seem unavailable.
  const first = await platform.as({ tenant: platform.hub.tenant('first') });
  await eventually(async () => (await first.get(`${experiencePath}/branding`)).status === 200);
  const sql = <R>(statement: string, params: unknown[] = []): Promise<R[]> =>
    withClient(platform.database.url, async (client) => {
      await client.query('SET search_path = identity');
      return (await client.query(statement, params)).rows as R[];
    });
  let tenants = 0;
  const peers: RpcPeer[] = [];
  return {
    platform,
    clock,
    sql,
    /** A new tenant with its own API. */
    async tenant() {
      const tenant = platform.hub.tenant(`tenant-${(tenants += 1)}`);
      return { tenant, api: await platform.as({ tenant }) };
    },
    /** The service's gRPC, called by a sibling. */
    rpcAs(account: string): RpcPeer {
      const peer = patientPeer({
        address: `127.0.0.1:${platform.service.rpcPort}`,
        token: () => platform.cluster.mint(account, 'identity-facade'),
      });
      peers.push(peer);
      return peer;
    },
    async stop() {
      for (const peer of peers) peer.close();
      await platform.stop();
    },
    /** Events that the service has published for a tenant, oldest first. */
    async events(tenantId: string, type: string) {
      const rows = await sql<{ envelope: { data: { data: Record<string, any> } } }>(
        `SELECT envelope FROM outbox WHERE tenant_id = $1 AND envelope->>'type' = $2 ORDER BY position`,
        [tenantId, type],
      );
      return rows.map(({ envelope }) => envelope.data.data);
    },
  };
}

/** See {@link experiencePlatform}. */
export type ExperiencePlatform = Awaited<ReturnType<typeof experiencePlatform>>;
