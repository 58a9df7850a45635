import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { identityFacade } from '../src/service.ts';

/** A published event. */
interface PublishedEvent {
  id: string;
  type: string;
  subject: { type: string; id: string };
  data: any;
}

/** The identity facade behind stubs of its siblings. */
export interface IdentityPlatform extends TestPlatform {
  sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>;
  /** Events in the tenant's outbox, in order. */
  events(tenant: TestTenant): Promise<PublishedEvent[]>;
  /** Audited operations with their status, in order. */
  audited(tenant: TestTenant): Promise<string[]>;
  /** The API with a token of this tenant that has every scope, or these. */
  api(tenant: TestTenant, scopes?: readonly string[]): Promise<TestApi>;
}

export async function identityPlatform(): Promise<IdentityPlatform> {
  const platform = await testPlatform(identityFacade);
  await eventually(() => platform.service.platform.bus.isConnected());
  const sql = <R>(text: string, params: unknown[] = []): Promise<R[]> =>
    withClient(platform.database.url, async (client) => {
      await client.query('SET search_path = identity');
      return (await client.query(text, params)).rows as R[];
    });
  const sent = (tenant: TestTenant, kind: string) =>
    sql<{ data: any }>(
      `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND starts_with(subject, $2) ORDER BY position`,
      [tenant.id, kind],
    );
  return {
    ...platform,
    sql: sql as IdentityPlatform['sql'],
    events: async (tenant) => (await sent(tenant, 'events.')).map(({ data }) => data),
    audited: async (tenant) =>
      (await sent(tenant, 'audit.')).map(
        ({ data }) => `${data.data.operationId} ${data.data.status}`,
      ),
    api: (tenant, scopes) => platform.as({ tenant, scopes }),
  };
}
