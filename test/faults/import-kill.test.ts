import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';

const sources = '/api/v1/migration-sources';
const rows = 4_000;
/** The processes to kill, round after round. */
const victims = [['directory'], ['postgres', 'nats']];
let platform: OwnPlatform;

beforeAll(async () => {
  platform = await ownPlatform({
    services: ['gateway', 'hub', 'fga', 'directory'],
    durable: true,
    settings: { 'platform.migration.lease-ttl': '2s' },
  });
});
afterAll(() => platform.stop());

async function call(method: string, path: string, more: object = {}, status = 200): Promise<any> {
  const token = await platform.token('demo');
  const answer = await platform.call(method, path, { token, ...more });
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body;
}

/** The state of the import; undefined while a process or its store is unavailable. */
async function jobNow(id: string): Promise<any> {
  try {
    const token = await platform.token('demo');
    const answer = await platform.call('get', `${sources}/import/jobs/${id}`, { token });
    return answer.status === 200 ? answer.body : undefined;
  } catch {
    return undefined;
  }
}

/** SIGKILL; the supervisor brings it back. */
async function kill(victim: string): Promise<void> {
  const pidOf = (): number | undefined => platform.processes.get(victim)!.pid;
  const pid = await eventually(async () => pidOf(), { what: 'the process runs' });
  process.kill(pid, 'SIGKILL');
  await eventually(async () => pidOf() !== undefined && pidOf() !== pid, {
    what: 'the process runs again',
  });
}

test('the process, PostgreSQL and NATS killed during an import: each record creates one user with one event', async () => {
  const content = Array.from({ length: rows }, (_, i) =>
    JSON.stringify({ sourceId: `s${i}`, email: `s${i}@example.com`, displayName: `S ${i}` }),
  ).join('\n');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const upload = await call('post', `${sources}/uploads`, {
    body: { fileName: 'users.ndjson', sizeBytes: Buffer.byteLength(content), sha256 },
  });
  await call('put', upload.uploadUrl, { rawBody: content, headers: upload.headers });
  await call('put', sources, {
    body: {
      kind: 'ndjson',
      connection: { file: { uploadId: upload.id } },
      options: { batchSize: 50 },
    },
  });
  const { id } = await call('post', `${sources}/import`, {}, 202);
  let read = 0;
  for (const round of victims) {
    read = await eventually(
      async () => {
        const job = await jobNow(id);
        return job && job.progress.read > read && job.progress.read < rows
          ? job.progress.read
          : undefined;
      },
      { what: 'the import is under way' },
    );
    await Promise.all(round.map(kill));
  }
  const job = await eventually(
    async () => {
      const now = await jobNow(id);
      return now?.state === 'COMPLETED' || now?.state === 'FAILED' ? now : undefined;
    },
    { what: 'the import has ended' },
  );
  expect(job).toMatchObject({
    state: 'COMPLETED',
    progress: { read: rows, created: rows, skipped: 0, failed: 0 },
  });
  // Whether a store that was away costs an attempt depends on where the import was.
  expect(job.attempt).toBeGreaterThanOrEqual(2);
  const found = await withClient(platform.postgresUrl, (client) =>
    client.query(
      `SELECT (SELECT count(*)::int FROM directory.users) AS users,
         (SELECT count(*)::int FROM directory.outbox WHERE envelope->>'type' = 'user.created') AS events,
         (SELECT count(DISTINCT envelope->>'subject')::int FROM directory.outbox WHERE envelope->>'type' = 'user.created') AS subjects`,
    ),
  );
  expect(found.rows[0]).toEqual({ users: rows, events: rows, subjects: rows });
}, 240_000);
