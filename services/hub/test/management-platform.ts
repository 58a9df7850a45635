import { withClient } from '@platform/dev/postgres';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { service } from '@platform/kit/service';
import { eventually } from '@platform/testkit/eventually';
import {
  ownApplicationOperations,
  ownSessionOperations,
  setupTestSignInOperations,
  userSessionOperations,
} from '@platform/contracts';
import { serveNothing } from '@platform/kit/http';
import { composeAdminApi } from '../src/compose/admin-api.ts';
import { hub } from '../src/service.ts';

/** The management API of the hub, with tokens from the stub hub. */
export interface ManagementPlatform extends TestPlatform {
  sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>;
  /** Returns the types and data of the events in a tenant's outbox, in order. */
  events(
    tenant: TestTenant,
  ): Promise<{ type: string; subject: { type: string; id: string }; data: any }[]>;
  /** Returns the audit records of a tenant, in order. */
  audits(tenant: TestTenant): Promise<any[]>;
}

export const applicationScopes = [
  'tenant:applications.read',
  'tenant:applications.write',
  'tenant:clients.read',
  'tenant:clients.write',
];
export const settingsScopes = ['tenant:settings.read', 'tenant:settings.write'];

/** Starts the platform for one test file. */
export async function managementPlatform(
  properties: Parameters<typeof testPlatform>[1] = {},
): Promise<ManagementPlatform> {
  const definition = service({
    ...hub,
    own: undefined,
    compose(of, config) {
      const parts = composeAdminApi(of, config);
      // They need the authorization server.
      const others = [
        ownApplicationOperations,
        ownSessionOperations,
        userSessionOperations,
        setupTestSignInOperations,
      ];
      return { ...parts, mounts: [...parts.mounts, ...others.map(serveNothing)] };
    },
  });
  const platform = await testPlatform(definition, properties);
  await eventually(() => platform.service.platform.bus.isConnected() || undefined);
  const sql = <R>(text: string, params: unknown[] = []): Promise<R[]> =>
    withClient(
      platform.database.url,
      async (client) => (
        await client.query(`SET search_path = hub`),
        (await client.query(text, params)).rows as R[]
      ),
    );
  const outboxOf = async (tenant: TestTenant, channel: string) =>
    (
      await sql<{ data: any }>(
        `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND starts_with(subject, $2) ORDER BY position`,
        [tenant.id, channel],
      )
    ).map((row) => row.data);
  return {
    ...platform,
    sql: sql as ManagementPlatform['sql'],
    events: (tenant) => outboxOf(tenant, 'events.'),
    audits: (tenant) => outboxOf(tenant, 'audit.'),
  };
}
