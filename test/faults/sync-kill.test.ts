import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { startFakeGraph } from '../../services/directory/test/fake-graph.ts';
import type { FakeGraph } from '../../services/directory/test/fake-graph-state.ts';

const people = 40;
const kills = 2;
let platform: OwnPlatform;
let graph: FakeGraph;

beforeAll(async () => {
  graph = await startFakeGraph();
  const bases = JSON.stringify({ global: graph.url });
  platform = await ownPlatform({
    services: ['gateway', 'hub', 'fga', 'directory'],
    durable: true,
    settings: {
      'platform.federation.cloud-directory.authority-base-urls': bases,
      'platform.federation.cloud-directory.graph-base-urls': bases,
    },
  });
});
afterAll(async () => {
  await platform.stop();
  await graph.stop();
});

async function call(method: string, path: string, body?: unknown): Promise<any> {
  const token = await platform.token('demo');
  const answer = await platform.call(method, path, { token, ...(body ? { body } : {}) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}

/** SIGKILL; the supervisor brings it back. */
async function killDirectory(): Promise<void> {
  const pidOf = (): number | undefined => platform.processes.get('directory')!.pid;
  const pid = await eventually(async () => pidOf(), { what: 'the process runs' });
  process.kill(pid, 'SIGKILL');
  await eventually(async () => pidOf() !== undefined && pidOf() !== pid, {
    what: 'the process runs again',
  });
}

const countOf = async (what: string): Promise<number> => {
  const { rows } = await withClient(platform.postgresUrl, (client) =>
    client.query(`SELECT count(*)::int AS n FROM directory.${what}`),
  );
  return rows[0].n;
};

test('a process killed during a sync: each entry creates one user with one event', async () => {
  for (let n = 0; n < people; n += 1) {
    const mail = `p${n}@contoso.example`;
    graph.users.set(`p${n}`, { id: `p${n}`, userPrincipalName: mail, mail, accountEnabled: true });
  }
  const { id } = await call('post', '/api/v1/directories', {
    name: 'Entra',
    kind: 'cloud_directory',
    config: { tenantId: 'contoso' },
    sync: { enabled: false },
  });
  await call('put', `/api/v1/directories/${id}/connector-credential`, {
    type: 'client_secret',
    clientId: 'platform',
    clientSecret: graph.secret,
  });
  const { id: runId } = await call('post', `/api/v1/directories/${id}/sync`);
  let before = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // The source stops responding until the process is gone, so that the kill is in the middle.
    graph.holdAfter = graph.seen.length + people / 5;
    before = await eventually(
      async () => {
        const now = await countOf('sync_pages');
        return graph.held > 0 && now > before ? now : undefined;
      },
      { what: 'the sync is reading' },
    );
    await killDirectory();
    graph.release();
  }
  await eventually(async () => (await countOf('directory_users')) > 0, {
    what: 'the sync is writing',
  });
  await killDirectory();
  const run = await eventually(
    async () => {
      const token = await platform.token('demo');
      const answer = await platform
        .call('get', `/api/v1/directories/${id}/sync-runs`, { token })
        .catch(() => undefined);
      const [last] = answer?.status === 200 ? answer.body.data : [];
      return last?.finishedAt ? last : undefined;
    },
    { what: 'the sync has ended' },
  );
  expect(run).toMatchObject({
    id: runId,
    state: 'COMPLETED',
    counts: { seen: people, created: people, failed: 0 },
  });
  const { rows } = await withClient(platform.postgresUrl, (client) =>
    client.query(
      `SELECT (SELECT count(*)::int FROM directory.users) AS users,
         (SELECT count(*)::int FROM directory.directory_users WHERE link = 'active') AS linked,
         (SELECT count(*)::int FROM directory.outbox WHERE envelope->>'type' = 'user.created') AS events,
         (SELECT count(DISTINCT envelope->>'subject')::int FROM directory.outbox WHERE envelope->>'type' = 'user.created') AS subjects`,
    ),
  );
  expect(rows[0]).toEqual({ users: people, linked: people, events: people, subjects: people });
}, 240_000);
