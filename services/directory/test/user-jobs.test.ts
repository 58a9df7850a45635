import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilWaitedFor, withClient } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { userExportRemoval } from '../src/user-exports/user-export-removal.ts';

const users = '/api/v1/directory/users';
const bulkJobs = `${users}/bulk-jobs`;
const userExports = `${users}/exports`;
const organizations = '/api/v1/organizations';
let platform: TestPlatform;
let tenant: ReturnType<TestPlatform['hub']['tenant']>;
let api: TestApi;
let other: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory);
  tenant = platform.hub.tenant('acme');
  api = await platform.as({ tenant });
  other = await platform.as({ tenant: platform.hub.tenant('globex') });
});
afterAll(() => platform.stop());

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body?.errors ?? answer.body?.code]).toEqual([200, undefined]);
  return answer.body;
};
const fault = ({ status, body }: TestAnswer) => [status, body.code];
/** Creates users whose display names begin with a word of their own. */
async function people(count: number): Promise<{ ids: string[]; word: string }> {
  const word = `team${++n}x`;
  const created = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      api.post(users, {
        body: { email: `${word}-${i}@example.com`, displayName: `${word} ${i}` },
      }),
    ),
  );
  // Ids sort by creation time.
  const ids: string[] = created.map((answer) => ok(answer).id as string).toSorted();
  return { ids, word };
}
const organization = async (): Promise<string> =>
  ok(await api.post(organizations, { body: { name: `Org ${++n}` } })).id;
const statusOf = async (id: string) => ok(await api.get(`${users}/${id}`)).status;
const statuses = (ids: readonly string[]) => Promise.all(ids.map(statusOf));
const start = async (body: object) => ok(await api.post(bulkJobs, { body }));
const ended = (id: string): Promise<any> =>
  eventually(async () => {
    const job = ok(await api.get(`${bulkJobs}/${id}`));
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(job.state) ? job : undefined;
  });
const run = async (body: object) => ended((await start(body)).id);
const published = (like: string) =>
  platform.service.platform.db.read(
    { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
    (tx) =>
      tx.rows<{ type: string; data: any }>(
        "SELECT envelope->>'type' AS type, envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject LIKE $2 ORDER BY position",
        [tenant.id, like],
      ),
  );
const eventsOf = async (id: string) =>
  (await published('events.%')).filter(({ data }) => data.subject.id === id);
const auditOf = async (id: string) =>
  (await published('audit.%')).map(({ data }) => data).filter(({ subject }) => subject.id === id);

/** Holds the row of a user, runs `work` once the job waits for it, and releases the row. */
const whileHeld = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  withClient(platform.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM directory.users WHERE id = $1 FOR UPDATE', [userId]);
    const result = work();
    try {
      await untilWaitedFor(client);
      return await result;
    } finally {
      await client.query('COMMIT');
    }
  });

/** Number of transactions that wait for the row of a user. */
const waitingForUsers = async (): Promise<number> => {
  const { rows } = await withClient(platform.database.url, (client) =>
    client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE OF u%'`,
    ),
  );
  return rows.length;
};

describe('userBulkJobCreate', () => {
  test('changes the users of a filter as the operation on one user does', async () => {
    const { ids, word } = await people(3);
    const body = { action: 'suspend', filter: { q: word }, expectedTotal: 3 };
    const created = await start(body);
    expect(created).toMatchObject({ state: 'PENDING', filter: { q: word }, failureSample: [] });
    const job = await ended(created.id);
    expect(job).toMatchObject({
      state: 'COMPLETED',
      progress: { total: 3, done: 3, changed: 3, unchanged: 0, failed: 0 },
    });
    expect(await statuses(ids)).toEqual(['suspended', 'suspended', 'suspended']);
    const requester = { type: 'client', id: created.requestedBy.id };
    expect((await eventsOf(ids[0]!)).at(-1)).toMatchObject({
      type: 'user.suspended',
      data: { actor: requester },
    });
    expect((await auditOf(ids[0]!)).at(-1)).toMatchObject({
      actor: { ...requester, clientId: requester.id },
      data: {
        operationId: 'userDirectoryPatch',
        outcome: 'success',
        changed: ['/status'],
        details: { bulkJobId: job.id },
      },
    });
    expect((await eventsOf(job.id)).map(({ type }) => type)).toEqual([
      'user_bulk_job.created',
      'user_bulk_job.completed',
    ]);
    expect(await run({ ...body, filter: { q: word, status: 'suspended' } })).toMatchObject({
      progress: { changed: 0, unchanged: 3 },
    });
  });

  test('lists the users that it cannot change, and changes the others', async () => {
    const { ids } = await people(2);
    const missing = newId('user');
    ok(await api.patch(`${users}/${ids[0]}`, { body: { status: 'deactivated' } }));
    const job = await run({ action: 'suspend', userIds: [ids[0], missing, ids[1]] });
    expect(job.progress).toEqual({ total: 3, done: 3, changed: 1, unchanged: 0, failed: 2 });
    expect(job.failureSample).toEqual([
      {
        userId: ids[0],
        code: 'invalid_state',
        reason: null,
        detail: 'A user who is deactivated cannot become suspended',
      },
      { userId: missing, code: 'not_found', reason: null, detail: 'The user does not exist' },
    ]);
    const first = ok(await api.get(`${bulkJobs}/${job.id}/failures?limit=1`));
    expect(first).toMatchObject({ data: [job.failureSample[0]], hasMore: true });
    expect(
      ok(await api.get(`${bulkJobs}/${job.id}/failures?limit=1&cursor=${first.nextCursor}`)),
    ).toMatchObject({ data: [job.failureSample[1]], hasMore: false });
    expect((await auditOf(ids[0]!)).at(-1)).toMatchObject({
      data: { outcome: 'failure', status: 409, code: 'invalid_state' },
    });
  });

  test('deletes users, except the one who asks for it', async () => {
    const { ids, word } = await people(2);
    const owner = await platform.as({ tenant, userId: ids[1]! });
    const { id } = ok(
      await owner.post(bulkJobs, { body: { action: 'delete', filter: { q: word } } }),
    );
    expect(await ended(id)).toMatchObject({
      requestedBy: { type: 'user', id: ids[1] },
      progress: { changed: 1, failed: 1 },
      failureSample: [{ userId: ids[1], code: 'invalid_state' }],
    });
    expect((await api.get(`${users}/${ids[0]}`)).status).toBe(404);
    expect(await statusOf(ids[1]!)).toBe('active');
    expect((await eventsOf(ids[0]!)).at(-1)!.type).toBe('user.deleted');
  });

  test('adds users to an organization and removes them, and keeps the roles of members', async () => {
    const { ids } = await people(2);
    const organizationId = await organization();
    const member = `${organizations}/${organizationId}/members`;
    ok(await api.put(`${member}/${ids[0]}`, { body: { roles: [] } }));
    const adding = { action: 'add_to_organization', userIds: ids, organizationId };
    expect(await run(adding)).toMatchObject({ progress: { changed: 1, unchanged: 1 } });
    expect(ok(await api.get(member)).data).toHaveLength(2);
    expect(
      await run({ action: 'remove_from_organization', userIds: ids, organizationId }),
    ).toMatchObject({ progress: { changed: 2, failed: 0 } });
    expect(ok(await api.get(member)).data).toEqual([]);
  });

  test('rejects a request that it could not fulfill', async () => {
    const { ids, word } = await people(1);
    const body = { action: 'delete', filter: { q: word } };
    for (const [wrong, code] of [
      [{ ...body, filter: { q: 'a' } }, 'validation_failed'],
      [{ ...body, filter: { email: 'x@@y' } }, 'validation_failed'],
      [{ ...body, userIds: ids }, 'validation_failed'],
      [{ action: 'promote', userIds: ids }, 'validation_failed'],
      [
        { action: 'add_to_organization', userIds: ids, organizationId: newId('organization') },
        'validation_failed',
      ],
    ] as const)
      expect(fault(await api.post(bulkJobs, { body: wrong }))).toEqual([422, code]);
    const counted = await api.post(bulkJobs, { body: { ...body, expectedTotal: 2 } });
    expect(fault(counted)).toEqual([409, 'conflict']);
    expect(counted.body.total).toBe(1);
    expect(await statusOf(ids[0]!)).toBe('active');
  });

  test('rejects callers without the permission', async () => {
    const body = { action: 'suspend', filter: { q: 'nobody' } };
    const reader = await platform.as({ tenant, scopes: ['tenant:users.read'] });
    expect(fault(await reader.post(bulkJobs, { body }))).toEqual([403, 'insufficient_scope']);
    const writer = await platform.as({ tenant, scopes: ['tenant:users.write'] });
    const organizationId = await organization();
    expect(
      fault(
        await writer.post(bulkJobs, {
          body: { ...body, action: 'add_to_organization', organizationId },
        }),
      ),
    ).toEqual([403, 'insufficient_scope']);
    expect((await writer.post(bulkJobs, { body })).status).toBe(200);
  });

  test('creates one job for two requests with the same idempotency key', async () => {
    const { word } = await people(1);
    const call = {
      body: { action: 'suspend', filter: { q: word } },
      headers: { 'idempotency-key': `key-${word}` },
    };
    const [first, second] = [await api.post(bulkJobs, call), await api.post(bulkJobs, call)];
    expect(ok(second).id).toBe(ok(first).id);
    await ended(first.body.id);
  });
});

test('bulk jobs and exports of other tenants are not found', async () => {
  const { ids, word } = await people(1);
  const job = await run({ action: 'suspend', userIds: ids });
  const { id } = ok(await api.post(userExports, { body: { filter: { q: word } } }));
  for (const path of [
    `${bulkJobs}/${job.id}`,
    `${bulkJobs}/${job.id}/failures`,
    `${userExports}/${id}`,
    `${userExports}/${id}/download`,
  ])
    expect(fault(await other.get(path))).toEqual([404, 'not_found']);
  expect((await other.post(`${bulkJobs}/${job.id}/cancel`)).status).toBe(404);
  expect((await other.delete(`${userExports}/${id}`)).status).toBe(404);
  expect(ok(await other.get(bulkJobs)).data).toEqual([]);
  expect(ok(await other.get(userExports)).data).toEqual([]);
  const theirs = ok(
    await other.post(bulkJobs, { body: { action: 'suspend', filter: { q: word } } }),
  );
  expect(theirs.progress.total).toBe(0);
  const named = ok(await other.post(bulkJobs, { body: { action: 'reactivate', userIds: ids } }));
  await eventually(
    async () => ok(await other.get(`${bulkJobs}/${named.id}`)).progress.failed === 1,
  );
  expect(await statusOf(ids[0]!)).toBe('suspended');
});

describe('userBulkJobCancel', () => {
  test('stops before the user that is being changed', async () => {
    const { ids } = await people(3);
    const { id } = await whileHeld(ids[1]!, async () => {
      const created = await start({ action: 'suspend', userIds: ids });
      await eventually(
        async () => ok(await api.get(`${bulkJobs}/${created.id}`)).progress.done === 1,
      );
      ok(await api.post(`${bulkJobs}/${created.id}/cancel`));
      return created;
    });
    await eventually(async () => {
      const { rows } = await withClient(platform.database.url, (client) =>
        client.query(
          `SELECT FROM directory.job WHERE kind = 'user_bulk_job' AND state = 'RUNNING'`,
        ),
      );
      return rows.length === 0;
    });
    expect(await ended(id)).toMatchObject({
      state: 'CANCELLED',
      progress: { done: 1, changed: 1 },
    });
    expect(await statuses(ids)).toEqual(['suspended', 'active', 'active']);
    expect(await eventsOf(ids[1]!)).toHaveLength(1);
    expect(fault(await api.post(`${bulkJobs}/${id}/cancel`))).toEqual([409, 'invalid_state']);
  });
});

test('a job that another worker takes over changes each user once', async () => {
  const { ids } = await people(3);
  const { id } = await whileHeld(ids[1]!, async () => {
    const created = await start({ action: 'suspend', userIds: ids });
    await eventually(
      async () => ok(await api.get(`${bulkJobs}/${created.id}`)).progress.done === 1,
    );
    // As if the pod had died: its lease runs out, and another one claims the job.
    await eventually(async () => {
      const { rowCount } = await withClient(platform.database.url, (client) =>
        client.query(
          `UPDATE directory.job SET state = 'PENDING', is_due = true, leased_until = NULL, epoch = epoch + 1
           WHERE kind = 'user_bulk_job' AND state = 'RUNNING'`,
        ),
      );
      return rowCount === 1;
    });
    await eventually(async () => (await waitingForUsers()) === 2, {
      what: 'both workers wait for the same user',
    });
    return created;
  });
  expect(await ended(id)).toMatchObject({
    state: 'COMPLETED',
    progress: { total: 3, done: 3, changed: 3, unchanged: 0, failed: 0 },
  });
  for (const userId of ids) {
    expect((await eventsOf(userId)).map(({ type }) => type)).toEqual([
      'user.created',
      'user.suspended',
    ]);
    expect(await auditOf(userId)).toHaveLength(2);
  }
});

test('a job continues after a restart', async () => {
  const { ids } = await people(30);
  const { id } = await start({ action: 'suspend', userIds: ids });
  await eventually(async () => ok(await api.get(`${bulkJobs}/${id}`)).progress.done > 0);
  await platform.restart({});
  api = await platform.as({ tenant });
  other = await platform.as({ tenant: platform.hub.tenant('globex') });
  expect(await ended(id)).toMatchObject({ state: 'COMPLETED', progress: { changed: 30 } });
  expect(new Set(await statuses(ids))).toEqual(new Set(['suspended']));
  const suspended = (await published('events.%')).filter(({ type }) => type === 'user.suspended');
  const counts = ids.map((of) => suspended.filter(({ data }) => data.subject.id === of).length);
  expect(new Set(counts)).toEqual(new Set([1]));
});

describe('userDirectorySummary', () => {
  test('counts the users of a filter', async () => {
    const { ids, word } = await people(3);
    ok(await api.patch(`${users}/${ids[0]}`, { body: { status: 'suspended' } }));
    expect(ok(await api.get(`${users}/summary?q=${word}`))).toMatchObject({
      total: 3,
      active: 2,
      suspended: 1,
      deactivated: 0,
      isExact: true,
    });
    expect(ok(await api.get(`${users}/summary?q=${word}&status=active`)).total).toBe(2);
    expect(fault(await api.get(`${users}/summary?q=ab`))).toEqual([400, 'invalid_parameter']);
  });
});

const completed = (id: string): Promise<any> =>
  eventually(async () => {
    const found = ok(await api.get(`${userExports}/${id}`));
    if (found.state === 'FAILED') throw new Error(JSON.stringify(found.error));
    return found.state === 'COMPLETED' && found;
  });
async function bytesOf(id: string): Promise<Buffer> {
  const response = await fetch(`${platform.baseUrl}${userExports}/${id}/download`, {
    headers: {
      authorization: `Bearer ${await platform.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
      'x-platform-client-ip': '203.0.113.7',
    },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('userExportCreate', () => {
  test('exports the users of a filter as NDJSON', async () => {
    const { ids, word } = await people(3);
    const { id } = ok(await api.post(userExports, { body: { filter: { q: word } } }));
    const found = await completed(id);
    expect(found).toMatchObject({
      progress: { records: 3, total: 3 },
      parts: [{ part: 1, name: 'part-00001.ndjson.gz', records: 3 }],
      expiresAt: expect.any(String),
    });
    const lines = gunzipSync(await bytesOf(id))
      .toString()
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      await Promise.all(
        ids.toReversed().map(async (userId) => ok(await api.get(`${users}/${userId}`))),
      ),
    );
    expect((await auditOf(id)).map(({ data }) => data.operationId)).toEqual([
      'userExportCreate',
      'userExportDownload',
    ]);
    expect(ok(await api.get(`${userExports}?state=COMPLETED`)).data).toContainEqual(found);
  });

  test('escapes formulas in CSV', async () => {
    const { ids, word } = await people(1);
    ok(await api.patch(`${users}/${ids[0]}`, { body: { nickname: '=1+1' } }));
    const body = { format: 'csv', compression: 'none', filter: { q: word } };
    const { id } = ok(await api.post(userExports, { body }));
    await completed(id);
    const [header, row] = (await bytesOf(id)).toString().trim().split('\r\n');
    expect(header).toMatch(/^id,externalId,/);
    expect(row).toContain(`,'=1+1,`);
  });

  test('requires the permission to read users', async () => {
    const writer = await platform.as({ tenant, scopes: ['tenant:users.write'] });
    expect(fault(await writer.post(userExports, { body: {} }))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });
});

test('an export that is deleted or has expired has no files', async () => {
  const { word } = await people(1);
  const made = async () => {
    const { id } = ok(await api.post(userExports, { body: { filter: { q: word } } }));
    await completed(id);
    return id;
  };
  const [deleted, expired] = [await made(), await made()];
  ok(await api.delete(`${userExports}/${deleted}`));
  await withClient(platform.database.url, (client) =>
    client.query('UPDATE directory.user_exports SET expires_at = now() WHERE id = $1', [expired]),
  );
  for (const id of [deleted, expired]) {
    expect(ok(await api.get(`${userExports}/${id}`)).state).toBe('EXPIRED');
    expect(fault(await api.get(`${userExports}/${id}/download`))).toEqual([409, 'invalid_state']);
  }
  const { db, jobs } = platform.service.platform;
  await userExportRemoval.sweep({ db, jobs });
  await eventually(async () => {
    const { rows } = await withClient(platform.database.url, (client) =>
      client.query('SELECT FROM directory.user_exports WHERE id = ANY ($1) AND is_empty', [
        [deleted, expired],
      ]),
    );
    return rows.length === 2;
  });
});
