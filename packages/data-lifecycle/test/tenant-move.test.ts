import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { database, migrate } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { newId, uuidOf } from '@platform/kit/ids';
import { parseKeys, secretBox } from '@platform/kit/secrets';
import { silentLog } from '@platform/kit/telemetry';
import { eventually } from '@platform/testkit/eventually';
import { createTestDatabase } from '@platform/testkit/stores';
import { exportTenant, importTenant } from '../src/tenant-move/tenant-move.ts';
import type { MovedRows, TenantMove } from '../src/tenant-move/tenant-move.ts';
import { purgeTenant } from '../src/tenant-purge/tenant-purge.ts';

const schema = `
CREATE TABLE a_item (tenant_id text, id int, z_parent int, total numeric NOT NULL DEFAULT 12345678901234567890.5, big bigint DEFAULT 9007199254740993, raw bytea DEFAULT '\\x00ff', told json DEFAULT '{"b": 1,  "a": 1.0}', at timestamptz DEFAULT '2026-01-02 03:04:05.123456Z', ends timestamptz DEFAULT 'infinity', tags text[] DEFAULT '{a,"b,c"}', short text GENERATED ALWAYS AS (left(id::text, 1)) STORED, PRIMARY KEY (tenant_id, id));
CREATE TABLE z_parent (tenant_id text, id int, PRIMARY KEY (tenant_id, id));
ALTER TABLE a_item ADD FOREIGN KEY (tenant_id, z_parent) REFERENCES z_parent (tenant_id, id);
CREATE TABLE log (tenant_id text, id int, at date, PRIMARY KEY (tenant_id, id, at)) PARTITION BY RANGE (at);
CREATE TABLE log_old PARTITION OF log DEFAULT;
CREATE TABLE small (tenant_id uuid, id int, PRIMARY KEY (tenant_id, id));
CREATE TABLE hook (tenant_id text, id text, secret_sealed text, seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED, PRIMARY KEY (tenant_id, id));
CREATE TABLE session (tenant_id text, id int, PRIMARY KEY (tenant_id, id));
CREATE TABLE step (tenant_id text, id bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (tenant_id, id));
CREATE TABLE part (tenant_id text, id uuid, PRIMARY KEY (tenant_id, id));
CREATE TABLE content (tenant_id text, part_id uuid, id int, PRIMARY KEY (tenant_id, part_id, id));
CREATE TABLE named (tenant_id text, id text, name text, PRIMARY KEY (tenant_id, id));
SELECT own_by_tenant(t) FROM unnest('{a_item,z_parent,log,small,hook,session,step,part,content,named}'::regclass[]) AS t;
ALTER POLICY tenant ON content USING (tenant_id = current_setting('platform.tenant_id') AND part_id = coalesce(nullif(current_setting('platform.part', true), ''), '00000000-0000-0000-0000-000000000000')::uuid);`;

const keysOf = (id: string): Record<string, string> => ({
  [id]: randomBytes(32).toString('base64'),
});
const boxOf = (keys: Record<string, string>) =>
  secretBox(parseKeys(keys, Object.keys(keys)[0] as string));
const transferKeys = keysOf('transfer');
const transfer = boxOf(transferKeys);

const hookOf = (tenantId: string, id = '') => ({ tenantId, field: `hook/${id}` });
const mainPart = '00000000-0000-0000-0000-000000000000';
const otherPart = '018f0000-0000-7000-8000-000000000001';
const nameOnce = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.execute('INSERT INTO named VALUES ($1, $2, $2) ON CONFLICT DO NOTHING', [
    tx.context.tenantId,
    id,
  ]));
const moved: MovedRows = {
  leftOut: { session: 'users sign in again, wherever the tenant is' },
  drained: { step: 'counter' },
  sealed: [{ table: 'hook', column: 'secret_sealed', key: ['id'], contextOf: hookOf }],
  scoped: {
    tables: ['content'],
    listed: { table: 'part', column: 'id', main: mainPart },
    setting: 'platform.part',
  },
  replaced: [{ table: 'named', column: 'name', by: `t.name || ' of home'` }],
  beforeExport: (tx) => nameOnce(tx, 'exported'),
  afterImport: (tx) => nameOnce(tx, 'imported'),
};

interface Installation extends TenantMove {
  keys: Record<string, string>;
  url: string;
  /** Superuser URL. */
  storeUrl: string;
  db: Database;
  stop: () => Promise<void>;
}

let folder: string;

async function installation(keyId: string): Promise<Installation> {
  const store = await createTestDatabase();
  const { url, migrationUrl } = await prepareServiceDatabase(store.url, 'shop');
  const migrations = pathToFileURL(`${folder}/`);
  await migrate({ url: migrationUrl, schema: 'shop', folder: migrations, log: silentLog });
  const options = { service: 'shop', url, schema: 'shop', log: silentLog };
  const db = database({ ...options, maxConnections: 2, statementTimeoutMs: 10_000 });
  const keys = keysOf(keyId);
  const stop = async (): Promise<void> => {
    await db.close();
    await store.drop();
  };
  const move = { service: 'shop', db, secrets: boxOf(keys), moved };
  return { ...move, keys, url, storeUrl: store.url, stop };
}

let home: Installation;
let abroad: Installation;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-'));
  await writeFile(join(folder, '0001-tables.sql'), schema);
  [home, abroad] = [await installation('home'), await installation('abroad')];
});
afterAll(async () => {
  await home.stop();
  await abroad.stop();
  await rm(folder, { recursive: true });
});

const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'test' } }) as const;

async function tenantAtHome(): Promise<string> {
  const tenantId = newId('tenant');
  await home.db.transact(contextOf(tenantId), async (tx) => {
    await tx.execute('INSERT INTO z_parent SELECT $1, n FROM generate_series(1, 10) n', [tenantId]);
    await tx.execute(
      'INSERT INTO a_item (tenant_id, id, z_parent) SELECT $1, n, 1 + n % 10 FROM generate_series(1, 1200) n',
      [tenantId],
    );
    await tx.execute(
      `INSERT INTO log SELECT $1, n, date '2020-01-01' + n FROM generate_series(1, 1700) n`,
      [tenantId],
    );
    const uuid = uuidOf('tenant', tenantId);
    await tx.execute('INSERT INTO small SELECT $1, n FROM generate_series(1, 7) n', [uuid]);
    await tx.execute('INSERT INTO session VALUES ($1, 1)', [tenantId]);
    for (const id of ['one', 'two']) {
      const sealed = home.secrets.seal(`secret ${id}`, hookOf(tenantId, id));
      await tx.execute('INSERT INTO hook VALUES ($1, $2, $3)', [tenantId, id, sealed]);
    }
    await tx.execute('INSERT INTO hook VALUES ($1, $2, NULL)', [tenantId, 'none']);
  });
  return tenantId;
}

async function archiveOf(tenantId: string): Promise<string[]> {
  const lines: string[] = [];
  await exportTenant(home, tenantId, transfer, async (line) => void lines.push(line));
  return lines;
}

async function* feed(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Every row of the tables, as the database writes it. */
const rowsIn = ({ db }: Installation, tenantId: string): Promise<string[][]> =>
  db.read(contextOf(tenantId), async (tx) => {
    const tables: string[][] = [];
    for (const table of ['z_parent', 'a_item', 'log', 'small', 'session']) {
      const rows = await tx.rows<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t ORDER BY id`,
      );
      tables.push(rows.map(({ row }) => row));
    }
    return tables;
  });

const secretsIn = ({ db, secrets }: Installation, tenantId: string): Promise<unknown[]> =>
  db.read(contextOf(tenantId), async (tx) => {
    const rows = await tx.rows<{ id: string; sealed: string | null; keyId: string | null }>(
      'SELECT id, secret_sealed AS sealed, seal_key_id AS key_id FROM hook ORDER BY id',
    );
    return rows.map(({ id, sealed, keyId }) => [
      id,
      keyId,
      sealed && secrets.open(sealed, hookOf(tenantId, id)),
    ]);
  });

/** Expects everything that moves to be abroad, under the keys there. */
async function expectMoved(tenantId: string): Promise<void> {
  const expected = await rowsIn(home, tenantId);
  expect(expected.map((rows) => rows.length)).toEqual([10, 1200, 1700, 7, 1]);
  expect(await rowsIn(abroad, tenantId)).toEqual([...expected.slice(0, -1), []]);
  expect(await secretsIn(abroad, tenantId)).toEqual([
    ['none', null, null],
    ['one', 'abroad', 'secret one'],
    ['two', 'abroad', 'secret two'],
  ]);
}

const importing = (tenantId: string, lines: readonly string[], key = transfer): Promise<unknown> =>
  importTenant(abroad, tenantId, key, feed(lines));

describe('a tenant', () => {
  test('moves with each value as it is, and with its secrets under other keys', async () => {
    const tenantId = await tenantAtHome();
    const lines = await archiveOf(tenantId);
    expect(lines.join('\n')).not.toContain('secret one');
    expect(await importing(tenantId, lines)).toMatchObject({ a_item: 1200, hook: 3, log: 1700 });
    await expectMoved(tenantId);
    await expect(importing(tenantId, lines)).rejects.toThrow('imported already');
  });

  test('moves with the parts that its rows are visible in', async () => {
    const [tenantId, other] = [await tenantAtHome(), await tenantAtHome()];
    const inParts = async (tx: Tx, work: () => Promise<void>): Promise<void> => {
      await work();
      await tx.execute(`SELECT set_config('platform.part', $1, true)`, [otherPart]);
      await work();
    };
    await home.db.transact(contextOf(tenantId), async (tx) => {
      await tx.execute('INSERT INTO part VALUES ($1, $2), ($1, $3)', [
        tenantId,
        mainPart,
        otherPart,
      ]);
      let part = mainPart;
      await inParts(tx, async () => {
        await tx.execute('INSERT INTO content SELECT $1, $2, generate_series(1, 600)', [
          tenantId,
          part,
        ]);
        part = otherPart;
      });
    });
    const lines = await archiveOf(tenantId);
    expect(await importing(tenantId, lines)).toMatchObject({ content: 1_200, part: 2 });
    const counts: number[] = [];
    await abroad.db.read(contextOf(tenantId), (tx) =>
      inParts(tx, async () => {
        const row = await tx.row<{ n: number }>('SELECT count(*)::int AS n FROM content');
        counts.push(row?.n ?? 0);
      }),
    );
    expect(counts).toEqual([600, 600]);
    // A part that the tenant does not list cannot be entered.
    const own = (await archiveOf(other)).filter((line) => !line.startsWith('{"end"'));
    const forged = lines.find((line) => line.includes(otherPart) && line.includes('"scope"')) ?? '';
    await expect(importing(other, [...own, forged])).rejects.toThrow('does not list');
  });

  test('moves with columns that mean something else elsewhere, and with rows made for the move', async () => {
    const tenantId = await tenantAtHome();
    await importing(tenantId, await archiveOf(tenantId));
    const named = await abroad.db.read(contextOf(tenantId), (tx) =>
      tx.rows<{ id: string; name: string }>('SELECT id, name FROM named ORDER BY id'),
    );
    expect(named).toEqual([
      { id: 'exported', name: 'exported of home' },
      { id: 'imported', name: 'imported' },
    ]);
  });

  test('is whole after an import that was killed and repeated', async () => {
    const tenantId = await tenantAtHome();
    const lines = await archiveOf(tenantId);
    const given = { url: abroad.url, tenantId, keys: abroad.keys, transferKeys, moved };
    const script = fileURLToPath(new URL('tenant-import-process.js', import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify(given)], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.stdin.write(`${lines.slice(0, 1_500).join('\n')}\n`);
    const arrived = async (): Promise<number> => (await rowsIn(abroad, tenantId)).flat().length;
    await eventually(async () => (await arrived()) >= 500, { what: 'a part of the rows' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await arrived()).toBeLessThan(2_900);
    const another = await archiveOf(tenantId);
    await expect(importing(tenantId, another)).rejects.toThrow('another archive');
    await importing(tenantId, lines);
    await expectMoved(tenantId);
  });

  test('leaves nothing after an import that was abandoned, and can be imported again', async () => {
    const tenantId = await tenantAtHome();
    const lines = await archiveOf(tenantId);
    await expect(importing(tenantId, lines.slice(0, 900))).rejects.toThrow('ends early');
    await purgeTenant(abroad.db, tenantId);
    const left = await withClient(abroad.storeUrl, (client) =>
      client.query('SELECT FROM shop.tenant_import WHERE tenant_id = $1', [tenantId]),
    );
    expect(left.rowCount).toBe(0);
    expect((await rowsIn(abroad, tenantId)).flat()).toEqual([]);
    await importing(tenantId, await archiveOf(tenantId));
    await expectMoved(tenantId);
  });

  test('is not exported while steps wait to be folded', async () => {
    const tenantId = await tenantAtHome();
    await home.db.transact(contextOf(tenantId), (tx) =>
      tx.execute('INSERT INTO step (tenant_id) VALUES ($1)', [tenantId]),
    );
    await expect(archiveOf(tenantId)).rejects.toThrow('not folded into counter');
  });
});

describe('an archive is rejected', () => {
  test('if a line was altered or is missing', async () => {
    const [tenantId, other] = [await tenantAtHome(), await tenantAtHome()];
    const lines = await archiveOf(tenantId);
    const altered = lines.map((line) => line.replace('"id":7,', '"id":70000,'));
    await expect(importing(tenantId, altered)).rejects.toThrow('altered');
    const missing = await archiveOf(other);
    await expect(importing(other, missing.toSpliced(5, 1))).rejects.toThrow('altered');
  });

  test('if the transfer key is another one', async () => {
    const tenantId = await tenantAtHome();
    const lines = await archiveOf(tenantId);
    const wrong = boxOf(keysOf('transfer'));
    await expect(importing(tenantId, lines, wrong)).rejects.toThrow('another transfer key');
  });

  test('if it is of another tenant, or has rows of one', async () => {
    const [tenantId, other] = [await tenantAtHome(), await tenantAtHome()];
    const lines = await archiveOf(tenantId);
    await expect(importing(other, lines)).rejects.toThrow(`of ${tenantId}`);
    const [head = '', ...rest] = lines;
    // Its seals give it away as well, so it has none.
    const unsealed = rest.filter((line) => !line.startsWith('{"table":"hook"'));
    const forged = [head.replace(tenantId, other), ...unsealed];
    await expect(importing(other, forged)).rejects.toThrow('row-level security');
    expect((await rowsIn(abroad, tenantId)).flat()).toEqual([]);
  });

  test('if it has a column that this installation does not know', async () => {
    const tenantId = await tenantAtHome();
    const [head = '', ...rest] = await archiveOf(tenantId);
    const later = [head.replace('"total",', '"total","later",'), ...rest];
    await expect(importing(tenantId, later)).rejects.toThrow('a_item.later');
  });

  test('if the tenant has rows here', async () => {
    const tenantId = await tenantAtHome();
    const lines = await archiveOf(tenantId);
    await expect(importTenant(home, tenantId, transfer, feed(lines))).rejects.toThrow(
      'already has rows',
    );
  });
});
