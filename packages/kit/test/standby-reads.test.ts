import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { database, migrate } from '../src/database/database.ts';
import type { Database, DatabaseOptions, Tx } from '../src/database/database.ts';
import { startWithStandby } from '@platform/testkit/standby-server';

const context = { tenantId: newId('tenant'), actor: { type: 'system', id: 'test' } } as const;
let servers: Awaited<ReturnType<typeof startWithStandby>>;
const outcomes: string[] = [];
const open: Database[] = [];

const reading = (options: Partial<DatabaseOptions> = {}): Database => {
  const db = database({
    service: 'notes',
    schema: 'notes',
    url: servers.primary.url,
    readUrl: servers.standby.url,
    maxConnections: 4,
    statementTimeoutMs: 10_000,
    onStandbyRead: (outcome) => void outcomes.push(outcome),
    log: silentLog,
    ...options,
  });
  open.push(db);
  return db;
};

const where = async (tx: Tx): Promise<string> =>
  (await tx.row<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby'))?.standby
    ? 'standby'
    : 'primary';
const readNotes = (db: Database) =>
  db.read(
    context,
    async (tx) => ({
      at: await where(tx),
      ids: (await tx.rows<{ id: string }>('SELECT id FROM note ORDER BY id')).map(({ id }) => id),
    }),
    { mayUseStandby: true },
  );
const write = (db: Database, id: string): Promise<number> =>
  db.transact(context, (tx) =>
    tx.execute('INSERT INTO note (tenant_id, id) VALUES ($1, $2)', [context.tenantId, id]),
  );
const onStandby = (statement: string): Promise<unknown> =>
  withClient(servers.standby.url, (client) => client.query(statement));

beforeAll(async () => {
  servers = await startWithStandby();
  await migrate({
    url: servers.primary.url,
    schema: 'notes',
    folder: new URL('../src/database/', import.meta.url),
    log: silentLog,
  });
  await withClient(servers.primary.url, (client) =>
    client.query(
      `SET search_path = notes; CREATE TABLE note (tenant_id text NOT NULL, id text PRIMARY KEY); SELECT own_by_tenant('note')`,
    ),
  );
  await eventually(() =>
    onStandby('SELECT FROM notes.note').then(
      () => true,
      () => undefined,
    ),
  );
});
beforeEach(() => void outcomes.splice(0));
afterAll(async () => {
  for (const db of open) await db.close();
  await servers.stop();
});

test('a read on the standby sees every write that was answered before it', async () => {
  const db = reading();
  const ids: string[] = [];
  for (let i = 100; i < 150; i++) {
    ids.push(`n${i}`);
    await write(db, `n${i}`);
    expect(await readNotes(db)).toEqual({ at: 'standby', ids });
  }
  expect(new Set(outcomes)).toEqual(new Set(['standby']));
  expect(
    await db.read(
      { ...context, tenantId: newId('tenant') },
      (tx) => tx.rows('SELECT id FROM note'),
      {
        mayUseStandby: true,
      },
    ),
  ).toEqual([]);
});

test('reads beside writes see all that were answered before them', async () => {
  const db = reading();
  await Promise.all(
    Array.from({ length: 4 }, async (_one, n) => {
      for (let i = 0; i < 10; i++) {
        await write(db, `parallel ${n} ${i}`);
        expect((await readNotes(db)).ids).toContain(`parallel ${n} ${i}`);
      }
    }),
  );
});

test('other reads run on the primary', async () => {
  expect(await reading().read(context, where)).toBe('primary');
  expect(outcomes).toEqual([]);
});

test('reads run on the primary while the standby is behind, and return to it', async () => {
  const db = reading();
  await onStandby('SELECT pg_wal_replay_pause()');
  try {
    await write(db, 'while behind');
    const seen = await readNotes(db);
    expect([seen.at, seen.ids.includes('while behind')]).toEqual(['primary', true]);
    expect((await readNotes(db)).at).toBe('primary');
    expect(outcomes).toEqual(['behind']);
  } finally {
    await onStandby('SELECT pg_wal_replay_resume()');
  }
  expect((await readNotes(reading())).at).toBe('standby');
});

test('reads run on the primary while the standby is away, or if the server is no standby', async () => {
  expect((await readNotes(reading({ readUrl: 'postgres://u:p@127.0.0.1:1/postgres' }))).at).toBe(
    'primary',
  );
  expect((await readNotes(reading({ readUrl: servers.primary.url }))).at).toBe('primary');
  expect(outcomes).toEqual(['unavailable', 'behind']);
});

test('a read that recovery cancels is repeated on the primary', async () => {
  const db = reading();
  let attempts = 0;
  const seen = await db.read(
    context,
    async (tx) => {
      attempts += 1;
      await tx.rows('SELECT id FROM note');
      if (attempts > 1) return where(tx);
      // Recovery waits for no reader that would see rows removed meanwhile.
      await withClient(servers.primary.url, async (client) => {
        await client.query(`DELETE FROM notes.note WHERE id LIKE 'parallel%'`);
        await client.query('VACUUM notes.note');
      });
      return tx.row('SELECT pg_sleep(5)').then(() => where(tx));
    },
    { mayUseStandby: true },
  );
  expect([seen, attempts, outcomes]).toEqual(['primary', 2, ['unavailable']]);
});

test('an error of the work is the error of the read, and runs once', async () => {
  let attempts = 0;
  await expect(
    reading().read(
      context,
      async (tx) => {
        attempts += 1;
        await tx.row('SELECT 1/0');
      },
      { mayUseStandby: true },
    ),
  ).rejects.toThrow('division by zero');
  expect(attempts).toBe(1);
});
