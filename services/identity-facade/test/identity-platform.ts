import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { identityFacade } from '../src/service.ts';

/** An event as it was published. */
interface PublishedEvent {
  id: string;
  type: string;
  subject: { type: string; id: string };
  data: any;
}

/** The identity facade behind stubs of its siblings. */
export interface IdentityPlatform extends TestPlatform {
  sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>;
  /** Events that the tenant's outbox was given, in order. */
  events(tenant: TestTenant): Promise<PublishedEvent[]>;
  /** Operations that were audited, in order, with their status. */
  audited(tenant: TestTenant): Promise<string[]>;
  /** With a token of this tenant that holds every scope, or these. */
  api(tenant: TestTenant, scopes?: readonly string[]): Promise<TestApi>;
}

/** Starts it for one test file. */
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
