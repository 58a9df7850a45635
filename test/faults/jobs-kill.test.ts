import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase, temporaryFolder } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { migrate } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { eventually } from '@platform/testkit/eventually';

let store: TestDatabase;
const folder = temporaryFolder('jobs-kill-');
const children: ChildProcess[] = [];

beforeAll(async () => {
  store = await createTestDatabase();
  const migrations = pathToFileURL(`${folder.path}/`);
  await migrate({ url: store.url, schema: 'shop', folder: migrations, log: silentLog });
  await sql(`CREATE TABLE effect (tenant_id text NOT NULL, worker text, step int NOT NULL);
    SELECT own_by_tenant('effect')`);
});
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(async () => {
  await store.drop();
  folder.remove();
});

const sql = (text: string, params?: unknown[]): Promise<any[]> =>
  withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text, params)).rows;
  });

/** A process that runs jobs, and its output. */
function podOf(worker: string, hold = 'nowhere') {
  const script = fileURLToPath(new URL('./job-process.js', import.meta.url));
  const child = spawn(process.execPath, [script, store.url, worker, hold], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  return { child, said };
}
async function job(tenantId: string): Promise<string> {
  const id = newId('job');
  await sql(
    `INSERT INTO job (tenant_id, id, kind, payload, max_attempts, created_by) VALUES ($1, $2, 'steps', '{}', 5, '{"type": "system", "id": "test"}')`,
    [tenantId, id],
  );
  return id;
}
const row = async (id: string) => (await sql('SELECT * FROM job WHERE id = $1', [id]))[0];
const completed = (id: string): Promise<boolean> =>
  eventually(async () => (await row(id)).state === 'COMPLETED', { what: 'the job is completed' });
const effects = async (tenantId: string): Promise<[string, number][]> =>
  (await sql('SELECT worker, step FROM effect WHERE tenant_id = $1 ORDER BY step', [tenantId])).map(
    ({ worker, step }) => [worker, step],
  );
const stepsOf = (worker: string, from: number, to: number): [string, number][] =>
  Array.from({ length: to - from + 1 }, (_, i) => [worker, from + i]);

describe('a process that runs a job', () => {
  test.each([
    ['between two steps', 'before 5'],
    ['in the middle of a step', 'in 5'],
  ])('killed %s: another resumes at the checkpoint, without repetitions', async (_when, place) => {
    const tenantId = newId('tenant');
    const id = await job(tenantId);
    const first = podOf('first', place);
    await eventually(() => first.said.includes(`holds ${place}`), { what: 'the first holds' });
    first.child.kill('SIGKILL');
    const second = podOf('second');
    await completed(id);
    expect(second.said).toEqual(['resumes at 4']);
    expect(await effects(tenantId)).toEqual([
      ...stepsOf('first', 1, 4),
      ...stepsOf('second', 5, 10),
    ]);
    expect(await row(id)).toMatchObject({ attempts: 2, epoch: '2', worker: 'second' });
  });

  test('that is paused loses the job, and cannot commit when it continues', async () => {
    const tenantId = newId('tenant');
    const id = await job(tenantId);
    const first = podOf('first', 'before 5');
    await eventually(() => first.said.includes('holds before 5'), { what: 'the first holds' });
    first.child.kill('SIGSTOP');
    const second = podOf('second', 'before 8');
    await eventually(() => second.said.includes('holds before 8'), { what: 'the second holds' });
    // The first process continues while the second is in the middle of the same job.
    first.child.stdin.write('go on\n');
    first.child.kill('SIGCONT');
    await eventually(() => first.said.includes('LostJobError at 5'), {
      what: 'the first is refused',
    });
    second.child.stdin.write('go on\n');
    await completed(id);
    expect(await effects(tenantId)).toEqual([
      ...stepsOf('first', 1, 4),
      ...stepsOf('second', 5, 10),
    ]);
    expect(await row(id)).toMatchObject({ worker: 'second', epoch: '2', last_error: null });
  });
});
