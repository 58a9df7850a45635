import { withClient } from '@platform/dev/postgres';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform, TestProperties } from '@platform/testkit/service';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { eventually } from '@platform/testkit/eventually';
import { fga } from '../src/service.ts';

/** The access service behind stubs of its siblings. */
export interface AccessPlatform extends TestPlatform {
  sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>;
  /** Types and data of the events in a tenant's outbox, in order. */
  events(
    tenant: TestTenant,
  ): Promise<{ type: string; subject: { type: string; id: string }; actor: unknown; data: any }[]>;
  /** Calls the service as this account. */
  peer(account: string): RpcPeer;
  /** With a token of this tenant that has every scope, or these. */
  api(tenant: TestTenant, scopes?: readonly string[]): Promise<TestApi>;
}

/** Starts it for one test file. */
export async function accessPlatform(properties: TestProperties = {}): Promise<AccessPlatform> {
  const operator = 'platform.capability.operator.service-identity.cluster';
  const platform = await testPlatform(fga, ({ cluster }) => ({
    [`${operator}.enabled`]: 'true',
    [`${operator}.issuer`]: cluster.issuer,
    [`${operator}.jwks-uri`]: cluster.jwksUri,
    ...properties,
  }));
  await eventually(() => platform.service.platform.bus.isConnected() || undefined);
  const peers: RpcPeer[] = [];
  const sql = <R>(text: string, params: unknown[] = []): Promise<R[]> =>
    withClient(
      platform.database.url,
      async (client) => (
        await client.query('SET search_path = access'),
        (await client.query(text, params)).rows as R[]
      ),
    );
  return {
    ...platform,
    sql: sql as AccessPlatform['sql'],
    events: async (tenant) =>
      (
        await sql<{ data: any }>(
          `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND starts_with(subject, 'events.') ORDER BY position`,
          [tenant.id],
        )
      ).map((row) => row.data),
    peer(account) {
      const peer = patientPeer({
        address: `127.0.0.1:${platform.service.rpcPort}`,
        token: () => platform.cluster.mint(account, 'fga'),
      });
      peers.push(peer);
      return peer;
    },
    api: (tenant, scopes) => platform.as({ tenant, ...(scopes ? { scopes } : {}) }),
    async stop() {
      for (const peer of peers) peer.close();
      await platform.stop();
    },
  };
}
