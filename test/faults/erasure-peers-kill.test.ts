import { afterAll, beforeAll, expect, test } from 'vitest';
import { services } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { accessToken } from '@platform/dev/access-token';
import { createTenant } from '@platform/dev/demo-tenants';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { untilWaitedFor, withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';

/** These erase at the same time. */
const together = ['hub', 'identity-facade', 'outbound', 'fga'] as const;
const peers = [...together, 'directory'] as const;
/** The table with a service's answers, written in the transaction of its work. */
const answersOf = (peer: ContextName): string => `${services[peer].schema}.data_subject_request`;

let platform: OwnPlatform;
beforeAll(async () => {
  platform = await ownPlatform({
    durable: true,
    settings: {
      'platform.erasure.grace-window': '0s',
      'platform.erasure.lock-ttl': '10s',
      'platform.erasure.sweep-cron': '* * * * * *',
    },
  });
});
afterAll(() => platform.stop());

let people = 0;
/** Requests the erasure of a user in a separate tenant. */
async function requestErasure() {
  const { cluster, ports, ready } = platform;
  const slug = `doomed-${(people += 1)}`;
  const tenant = await createTenant({ hubRpcPort: ports.hub.grpc, cluster, slug });
  const api = managementApi(ready.gateway, await accessToken(ready.hub, tenant));
  const credential = { password: 'correct horse battery staple 7' };
  const profile = { email: `${slug}@example.com`, emailVerified: true, credential };
  const { id: userId } = await succeeded(api('POST', '/directory/users', profile));
  const subject = { type: 'user_id', value: userId };
  const { id } = await succeeded(api('POST', '/erasure-requests', { subject }));
  return { tenantId: tenant.tenantId, api, id: String(id), userId: String(userId) };
}

/** SIGKILL; the supervisor brings it back. */
async function kill(...names: readonly ContextName[]): Promise<void> {
  const pidOf = (name: ContextName): number | undefined => platform.processes.get(name)?.pid;
  const killed = names.map((name) => ({ name, pid: pidOf(name) }));
  for (const { pid } of killed) process.kill(pid!, 'SIGKILL');
  for (const { name, pid } of killed)
    await eventually(() => pidOf(name) !== undefined && pidOf(name) !== pid);
}

type Request = Awaited<ReturnType<typeof requestErasure>>;

test('each service killed before its answer to a step is stored: every user is erased everywhere, once', async () => {
  const requests: Request[] = [];
  const { postgresUrl } = platform;
  // During the deactivation of the account, one request waits at the identity service, one at the hub before it.
  await withClient(postgresUrl, async (client) => {
    for (const [i, peer] of (['identity-facade', 'hub'] as const).entries()) {
      await client.query(`BEGIN; LOCK TABLE ${answersOf(peer)} IN EXCLUSIVE MODE`);
      requests.push(await requestErasure());
      await untilWaitedFor(client, i + 1);
    }
    await kill('identity-facade', 'hub');
  });
  await withClient(postgresUrl, async (erasing) => {
    // Four wait at the directory, which deactivates last. Each is to wait at another service when that erases.
    await withClient(postgresUrl, async (client) => {
      await client.query(`BEGIN; LOCK TABLE ${answersOf('directory')} IN EXCLUSIVE MODE`);
      const four = await Promise.all(together.map(requestErasure));
      requests.push(...four);
      await untilWaitedFor(client, four.length);
      await erasing.query('BEGIN');
      for (const [i, { tenantId, id }] of four.entries())
        await erasing.query(
          `INSERT INTO ${answersOf(together[i]!)} VALUES ($1, $2, 'Erase', '\\x', '{}')`,
          [tenantId, id],
        );
      await kill('directory');
    });
    await untilWaitedFor(erasing, together.length);
    // The directory erases when these four have.
    await withClient(postgresUrl, async (client) => {
      await client.query(`BEGIN; LOCK TABLE ${answersOf('directory')} IN EXCLUSIVE MODE`);
      await kill(...together);
      await erasing.query('ROLLBACK');
      await untilWaitedFor(client, together.length);
      await kill('directory');
    });
  });

  for (const { api, id, tenantId, userId } of requests) {
    const ended = await eventually(
      async () => {
        const { status, body } = await api('GET', `/erasure-requests/${id}`);
        return status === 200 && body['state'] === 'COMPLETED' && body;
      },
      { what: `the request ${id} is completed` },
    );
    const erased = (ended['peers'] as { peer: string; phase: string; outcome: string }[])
      .filter(({ phase, outcome }) => phase === 'erase' && /^(DONE|NOTHING_FOUND)$/.test(outcome))
      .map(({ peer }) => peer);
    expect(erased.sort()).toEqual(['compliance', ...peers].sort());
    for (const peer of peers) {
      const kept = await withClient(postgresUrl, (client) =>
        client.query(
          `SELECT FROM ${answersOf(peer)} WHERE tenant_id = $1 AND request_id = $2 AND phase = 'Erase'`,
          [tenantId, id],
        ),
      );
      expect([peer, kept.rowCount]).toEqual([peer, 1]);
    }
    expect((await api('GET', `/directory/users/${userId}`)).status).toBe(404);
    const told = await withClient(postgresUrl, (client) =>
      client.query(
        `SELECT FROM compliance.outbox WHERE tenant_id = $1 AND envelope->>'type' = 'erasure.completed'`,
        [tenantId],
      ),
    );
    expect(told.rowCount).toBe(1);
  }
});
