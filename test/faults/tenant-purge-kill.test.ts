import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgingServices } from '@platform/contracts';
import { accessToken } from '@platform/dev/access-token';
import { withClient } from '@platform/dev/postgres';
import { createBus } from '@platform/kit/bus';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { uuidOf } from '@platform/kit/ids';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';

let platform: OwnPlatform;
let hub: RpcPeer;
let tenants: RpcClient<'platform.hub.v1.Tenants'>;

beforeAll(async () => {
  platform = await ownPlatform({ durable: true });
  hub = patientPeer({
    address: `127.0.0.1:${platform.ports.hub.grpc}`,
    token: () => platform.cluster.mint('platform-operator', 'hub'),
  });
  tenants = hub.service('platform.hub.v1.Tenants');
});
afterAll(async () => {
  hub.close();
  await platform.stop();
});

const sql = async (text: string, params: unknown[] = []): Promise<any[]> =>
  (await withClient(platform.postgresUrl, (client) => client.query(text, params))).rows;
/** SIGKILL; the supervisor brings it back. */
async function kill(name: string): Promise<void> {
  const pidOf = (): number | undefined => platform.processes.get(name)!.pid;
  const pid = await eventually(async () => pidOf(), { what: `${name} runs` });
  process.kill(pid, 'SIGKILL');
  await eventually(async () => pidOf() !== undefined && pidOf() !== pid, {
    what: `${name} runs again`,
  });
}
const get = (tenantId: string) => tenants.GetTenant({ tenantId });

/** Rows of a tenant by table, except those that stay: its name, marks of the purge, and pending events. */
async function left(tenantId: string): Promise<string[]> {
  const tables = await sql(
    `SELECT c.oid::regclass::text AS name, a.atttypid = 'uuid'::regtype AS "byUuid" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
     WHERE c.relnamespace::regnamespace::text IN ('directory', 'access', 'outbound') AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('outbox', 'outbox_pending', 'purged_tenant') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name, byUuid } of tables)
    if (
      (
        await sql(`SELECT 1 FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [
          byUuid ? uuidOf('tenant', tenantId) : tenantId,
        ])
      ).length > 0
    )
      found.push(name);
  return found;
}

/** A lock that a process waits for until `release`. */
async function held(
  lock: string,
): Promise<{ isWaitedFor: () => Promise<boolean>; release: () => Promise<void> }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = (): void => undefined;
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const table = lock.split(' ')[0]!;
  const holding = withClient(platform.postgresUrl, async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${lock}`);
    begun();
    await released;
    await client.query('COMMIT');
  });
  await beginning;
  return {
    isWaitedFor: async () =>
      (await sql('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table]))
        .length > 0,
    release: () => {
      release();
      return holding;
    },
  };
}

test('killed before or after a purge, with a lost message: services are notified again, and the tenant is purged everywhere', async () => {
  const { tenant, clientId, clientSecret } = await tenants.CreateTenant({
    requestId: 'a-tenant-to-lose',
    slug: 'doomed',
    name: 'Doomed',
    adminClient: true,
  });
  const { id, issuer } = tenant!;
  const token = await accessToken(platform.ready.hub, {
    slug: 'doomed',
    tenantId: id,
    issuer,
    clientId,
    clientSecret,
  });
  expect(
    (
      await platform.call('post', '/api/v1/directory/users', {
        token,
        body: { email: 'ada@example.com', displayName: 'Ada' },
      })
    ).status,
  ).toBe(200);
  await eventually(
    async () => new Set((await left(id)).map((name) => name.split('.')[0])).size === 3,
    { what: 'rows everywhere' },
  );
  await tenants.DeleteTenant({ tenantId: id });
  await sql(`UPDATE hub.tenant SET deleted_at = now() - interval '31 days' WHERE id = $1`, [id]);

  // The directory dies after deleting everything and before reporting it; the access service dies before it deletes anything.
  const [telling, purging] = [
    await held('directory.outbox IN EXCLUSIVE MODE'),
    await held('access.purged_tenant IN ACCESS EXCLUSIVE MODE'),
  ];
  await kill('hub');
  await eventually(
    async () =>
      (await telling.isWaitedFor()) &&
      !(await left(id)).some((name) => name.startsWith('directory')),
    { what: 'the directory has purged' },
  );
  await eventually(() => purging.isWaitedFor(), { what: 'the access service is about to purge' });
  await eventually(async () => (await get(id)).purgedBy.includes('outbound'), {
    what: 'outbound has purged',
  });
  const bus = createBus({
    service: 'test',
    url: platform.natsUrl,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('test'),
  });
  await eventually(
    async () =>
      (
        await (
          await bus.jetstream()!.jetstreamManager()
        ).streams.purge('PLATFORM', { filter: 'platform.tenant.deleted' })
      ).success,
    { what: 'the message is lost' },
  );
  await bus.close();
  await Promise.all([kill('directory'), kill('fga')]);
  await Promise.all([telling.release(), purging.release()]);

  // Only the job resumes it, an hour later; a process that starts checks immediately.
  await eventually(
    async () =>
      (
        await platform.call('get', '/api/v1/directory/users', {
          token: await platform.token('acme'),
        })
      ).status === 200,
    { what: 'they serve again' },
  );
  await pause(2_000);
  const waiting = await get(id);
  expect(waiting).toMatchObject({ state: 'deleted', purgedAt: '' });
  expect([...waiting.purgedBy].sort()).toEqual(
    purgingServices.filter((name) => name !== 'directory' && name !== 'fga').sort(),
  );
  expect(await left(id)).not.toEqual([]);
  await sql(
    `UPDATE hub.tenant SET deletion_told_at = deletion_told_at - interval '1 hour' WHERE id = $1`,
    [id],
  );
  await kill('hub');
  await eventually(async () => (await get(id)).purgedAt !== '', { what: 'everybody has purged' });
  expect([...(await get(id)).purgedBy].sort()).toEqual([...purgingServices].sort());
  expect(await left(id)).toEqual([]);
  await expect(
    tenants.CreateTenant({ requestId: 'another-request', slug: 'doomed', name: 'Doomed' }),
  ).rejects.toMatchObject({ code: 'already_exists' });
});
