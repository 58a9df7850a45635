import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import type { Client } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { directory } from '../src/service.ts';
import {
  configure,
  ended,
  eventsOfType,
  expectBody,
  lines,
  sourcesPath,
} from './migration-fixtures.ts';

const folder = temporaryFolder('import-pages-test-');
const pageRows = 50;
const gate = 4_711;
let platform: TestPlatform;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory, { 'platform.migration.local.base-dir': folder.path });
});
afterEach(() => sql('DROP TRIGGER gate ON directory.import_jobs; DROP FUNCTION directory.gate()'));
afterAll(async () => {
  await platform.stop();
  folder.remove();
});

const sql = (text: string) => withClient(platform.database.url, (client) => client.query(text));

/**
 * Blocks the progress of the first page until `client` releases the lock; then fails, the first
 * time, if `fails`.
 */
async function closeGate(client: Client, { fails }: { fails: boolean }): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(${gate})`);
  await client.query(`
    CREATE FUNCTION directory.gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${gate});
      IF ${fails} AND NEW.attempt = 1 THEN RAISE EXCEPTION 'this page fails'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER gate BEFORE UPDATE OF position ON directory.import_jobs FOR EACH ROW
      WHEN ((NEW.position ->> 'row')::int = ${pageRows}) EXECUTE FUNCTION directory.gate()`);
}

/**
 * Resolves when the second page waits for the commit of the first one: it has begun to insert
 * identifiers, and needs one of them or the import.
 */
const untilSecondPageWaits = (client: Client): Promise<unknown> =>
  eventually(
    async () => {
      const { rows } = await client.query(
        `SELECT FROM pg_locks second WHERE NOT second.granted AND EXISTS (
           SELECT FROM pg_locks first WHERE NOT first.granted AND first.locktype = 'advisory' AND first.pid = ANY (pg_blocking_pids(second.pid)))
         AND EXISTS (SELECT FROM pg_locks held WHERE held.pid = second.pid AND held.relation = 'directory.user_identifiers'::regclass AND held.mode = 'RowExclusiveLock')`,
      );
      return rows.length > 0;
    },
    { what: 'the second page waits for the first one' },
  );

/** Lets the first page commit once the second one waits for it. */
async function openGate(client: Client): Promise<void> {
  await untilSecondPageWaits(client);
  await client.query(`SELECT pg_advisory_unlock(${gate})`);
}

async function begun(records: readonly object[], options: object = {}) {
  const tenant = platform.hub.tenant(`pages-${++n}`);
  platform.access.setRoles(tenant.id, { reader: [] });
  const api: TestApi = await platform.as({ tenant });
  await configure(api, lines(records), { options: { batchSize: pageRows, ...options } });
  const { id } = expectBody(await api.post(`${sourcesPath}/import`), 202);
  return { api, id, tenantId: tenant.id };
}

const people = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ sourceId: `s${i}`, email: `s${i}@example.com` }));

/** Counts users, and events of their creation. */
async function created({ tenantId }: { tenantId: string }) {
  const events = await eventsOfType(platform, tenantId, 'user.created');
  const ids = new Set(events.map(({ user }) => user.id));
  const { rows } = await sql(
    `SELECT count(*)::int AS users FROM directory.users WHERE tenant_id = '${tenantId}'`,
  );
  return { users: rows[0].users, events: events.length, subjects: ids.size };
}

/** Each of 150 records is one user and one event, after this many attempts. */
async function expectAllCreated(job: Awaited<ReturnType<typeof begun>>, attempt: number) {
  expect(await ended(job.api, job.id)).toMatchObject({
    state: 'COMPLETED',
    attempt,
    progress: { read: 150, created: 150, skipped: 0, failed: 0 },
  });
  expect(await created(job)).toEqual({ users: 150, events: 150, subjects: 150 });
}

describe('pages of an import', () => {
  test('are written while the previous page is committed', () =>
    withClient(platform.database.url, async (client) => {
      await closeGate(client, { fails: false });
      const job = await begun(people(3 * pageRows));
      await openGate(client);
      await expectAllCreated(job, 1);
    }));

  test('are not applied if the previous page fails', () =>
    withClient(platform.database.url, async (client) => {
      await closeGate(client, { fails: true });
      const job = await begun(people(3 * pageRows));
      await openGate(client);
      await eventually(
        async () => {
          const found = await client.query(
            `UPDATE directory.job SET run_at = now() WHERE kind = 'user_import' AND tenant_id = '${job.tenantId}' AND state = 'PENDING' AND attempts = 1`,
          );
          return found.rowCount === 1;
        },
        { what: 'the attempt has failed' },
      );
      await expectAllCreated(job, 2);
    }));

  test('match users whom the previous page creates', () =>
    withClient(platform.database.url, async (client) => {
      await closeGate(client, { fails: false });
      const [first, ...others] = people(2 * pageRows);
      const again = { ...first, displayName: 'Again' };
      const job = await begun([first!, ...others.slice(0, -1), again], { onExisting: 'update' });
      await openGate(client);
      expect(await ended(job.api, job.id)).toMatchObject({
        state: 'COMPLETED',
        progress: { read: 100, created: 99, updated: 1, failed: 0 },
      });
      expect(await created(job)).toEqual({ users: 99, events: 99, subjects: 99 });
    }));

  test('are skipped if the import is cancelled in the meantime', () =>
    withClient(platform.database.url, async (client) => {
      await closeGate(client, { fails: false });
      const job = await begun(people(3 * pageRows));
      await untilSecondPageWaits(client);
      const cancelled = job.api.post(`${sourcesPath}/import/jobs/${job.id}/cancel`);
      await client.query(`SELECT pg_advisory_unlock(${gate})`);
      const { state, progress } = expectBody(await cancelled);
      expect(state).toBe('CANCELLED');
      expect(await created(job)).toEqual({
        users: progress.created,
        events: progress.created,
        subjects: progress.created,
      });
    }));
});
