import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Receiver } from '@platform/testkit/receiver';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { directoryService } from '../src/service.ts';
import { ended, eventsOfType, expectBody, sourcesPath } from './migration-fixtures.ts';

let legacy: Receiver;
let answer: Behaviour;
let platform: TestPlatform;

beforeAll(async () => {
  legacy = await startReceiver(() => answer);
  const origin = new URL(legacy.url).origin;
  platform = await testPlatform(directoryService({ egress: { trustedOrigins: [origin] } }));
});
afterAll(async () => {
  await platform.stop();
  await legacy.stop();
});

const sql = (text: string, values: unknown[] = []) =>
  withClient(platform.database.url, (client) => client.query(text, values));

/** A tenant whose source is the receiver. */
async function migrating(): Promise<{ api: TestApi; tenantId: string }> {
  const tenant = platform.hub.tenant('acme');
  const api = await platform.as({ tenant });
  const body = { kind: 'http', connection: { listUrl: 'https://a.example/users' } };
  expectBody(await api.put(sourcesPath, { body }));
  // The API accepts https only; the legacy system of this test speaks http.
  await sql(
    "UPDATE directory.migration_sources SET connection = replace(connection::text, 'https://a.example', $2)::jsonb WHERE tenant_id = $1",
    [tenant.id, new URL(legacy.url).origin],
  );
  return { api, tenantId: tenant.id };
}

/** Ends the pause before an attempt. */
const endPause = (attempt: number) =>
  eventually(
    async () => {
      const { rowCount } = await sql(
        `UPDATE directory.job SET run_at = now() WHERE kind = 'user_import' AND state = 'PENDING' AND attempts = $1`,
        [attempt - 1],
      );
      return rowCount === 1;
    },
    { what: `attempt ${attempt} is awaited` },
  );

test('an import fails if its source cannot be read five times, and continues when it is resumed', async () => {
  const { api, tenantId } = await migrating();
  answer = { status: 500 };
  const { id } = expectBody(await api.post(`${sourcesPath}/import`), 202);
  for (const attempt of [2, 3, 4, 5]) await endPause(attempt);
  expect(await ended(api, id)).toMatchObject({
    state: 'FAILED',
    attempt: 5,
    progress: { read: 0 },
    failure: { code: 'upstream_failed', detail: 'The source responded with status 500.' },
  });
  expect(legacy.received).toHaveLength(5);
  expect(await eventsOfType(platform, tenantId, 'migration.import_failed')).toMatchObject([
    { importJob: { id, state: 'FAILED' } },
  ]);
  answer = {
    status: 200,
    body: JSON.stringify({ users: [{ sourceId: '1', email: 'a@example.com' }] }),
  };
  expectBody(await api.post(`${sourcesPath}/import/jobs/${id}/resume`));
  expect(await ended(api, id)).toMatchObject({ state: 'COMPLETED', progress: { created: 1 } });
});
