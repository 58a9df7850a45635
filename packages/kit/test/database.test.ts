import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { eventCatalog } from '@platform/contracts';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import type { Problem } from '../src/problem/problem.ts';
import { database, migrate, savepoint } from '../src/database/database.ts';
import type { Database, Tx } from '../src/database/database.ts';

const context = { tenantId: newId('tenant'), actor: { type: 'system', id: 'test' } } as const;
let test: TestDatabase;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  await migrate({
    url: test.url,
    schema: 'notes',
    folder: new URL('../src/database/', import.meta.url),
    log: silentLog,
  });
  await withClient(test.url, (client) =>
    client.query(`SET search_path = notes; CREATE TABLE note (tenant_id text NOT NULL, id text PRIMARY KEY); SELECT own_by_tenant('note');
    CREATE FUNCTION notes_like(of_tenant text, pattern text) RETURNS TABLE (id text, note_tenant text) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('platform.tenant_id', of_tenant, true);
      RETURN QUERY SELECT n.id, n.tenant_id FROM note n WHERE n.id LIKE pattern ORDER BY 1;
    END $$;
    CREATE FUNCTION forget_notes(of_tenant text) RETURNS TABLE (id text) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('platform.tenant_id', of_tenant, true);
      RETURN QUERY DELETE FROM note n RETURNING n.id;
    END $$;
    CREATE FUNCTION keep_note(of_tenant text, of_id text, is_broken boolean) RETURNS TABLE (id text) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('platform.tenant_id', of_tenant, true);
      INSERT INTO note VALUES (of_tenant, of_id);
      IF is_broken THEN RAISE EXCEPTION 'broken' USING ERRCODE = 'NOTES'; END IF;
      RETURN QUERY SELECT of_id;
    END $$;
    CREATE TABLE scrap (id text); GRANT INSERT ON scrap TO notes_app, notes_worker`),
  );
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => test.drop());

function databaseAt(url: string, maxConnections = 4, statementTimeoutMs = 10_000): Database {
  const db = database({
    service: 'notes',
    url,
    schema: 'notes',
    maxConnections,
    statementTimeoutMs,
    log: silentLog,
  });
  open.unshift(db);
  return db;
}

const notes = async (): Promise<string[]> =>
  withClient(test.url, async (client) =>
    (await client.query<{ id: string }>('SELECT id FROM notes.note ORDER BY id')).rows.map(
      (row) => row.id,
    ),
  );
const insert = (tx: Tx, id: string): Promise<number> =>
  tx.execute('INSERT INTO note (tenant_id, id) VALUES ($1, $2)', [tx.context.tenantId, id]);

const publish = async (tx: Tx): Promise<string> =>
  (
    await tx.publish({
      type: 'client.deleted',
      subject: { type: 'client', id: 'c' },
      data: eventCatalog['client.deleted'].example,
    })
  ).id;
const published = async (): Promise<string[]> =>
  withClient(test.url, async (client) =>
    (
      await client.query<{ event_id: string }>(
        'SELECT event_id FROM notes.outbox ORDER BY position',
      )
    ).rows.map((row) => row.event_id),
  );

/**
 * A proxy in front of PostgreSQL that sees the requests, can rewrite them, and can delay the
 * responses.
 */
async function between(rewrite: (sent: Buffer) => Buffer = (sent) => sent) {
  const upstream = new URL(test.url);
  const sent: string[] = [];
  const sockets: Socket[] = [];
  let held: (() => void)[] | undefined;
  const server = createServer((near) => {
    const far = connect(Number(upstream.port), upstream.hostname);
    sockets.push(near, far);
    near.on('data', (data: Buffer) => {
      sent.push(data.toString('latin1'));
      far.write(rewrite(data));
    });
    far.on('data', (data: Buffer) => {
      if (held) held.push(() => near.write(data));
      else near.write(data);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  const url = new URL(test.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    sent,
    hold: () => {
      held = [];
    },
    letGo: () => {
      for (const answer of held ?? []) answer();
      held = undefined;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const replaced = (data: Buffer, from: string, to: string): Buffer =>
  Buffer.from(data.toString('latin1').replaceAll(from, to), 'latin1');

describe('transactions', () => {
  it('send BEGIN and the first statements together', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    await db.ping();
    line.hold();
    const read = db.read(context, (tx) =>
      Promise.all([
        tx.rows<{ n: number }>('SELECT 1 AS n'),
        tx.prepared<{ n: number }>('two', 'SELECT $1::int AS n', [2]),
      ]),
    );
    await eventually(() => line.sent.join('').includes('SELECT $1::int AS n'));
    expect(line.sent.join('')).toMatch(
      /BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL[^]*SELECT 1 AS n[^]*SELECT \$1::int/,
    );
    line.letGo();
    expect(await read).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it('answer a read before its COMMIT is answered, and keep the connection until then', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    const read = (text: string) =>
      db.read(context, async (tx) => {
        const row = await tx.row<{ n: string }>(`SELECT '${text}' AS n`);
        line.hold();
        return row?.n;
      });
    expect(await read('first')).toBe('first');
    const second = read('second');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(line.sent.join('')).not.toContain('second');
    line.letGo();
    expect(await second).toBe('second');
    line.letGo();
  });

  it('run nothing if BEGIN failed: the error is that of BEGIN, and nothing is read or written', async () => {
    const line = await between((data) => replaced(data, 'BEGIN', 'BEGUN'));
    const db = databaseAt(line.url, 1);
    const seen: unknown[] = [];
    const scribble = (tx: Pick<Tx, 'execute'>): Promise<number> =>
      tx.execute(`INSERT INTO scrap (id) VALUES ('outside')`);
    const work = async (tx: Tx): Promise<void> => {
      seen.push(await scribble(tx).catch((error: Error) => error.message));
    };
    await expect(db.transact(context, work)).rejects.toThrow('syntax error at or near "BEGUN"');
    await expect(
      db.read(context, async (tx) => {
        seen.push(await tx.rows('SELECT 1'));
      }),
    ).rejects.toThrow('syntax error at or near "BEGUN"');
    await expect(db.work(scribble)).rejects.toThrow('syntax error at or near "BEGUN"');
    expect(seen).toEqual(['syntax error at or near "BEGUN"']);
    expect(
      await withClient(
        test.url,
        async (client) => (await client.query('SELECT id FROM notes.scrap')).rows,
      ),
    ).toEqual([]);
  });

  it('reject statements after they have ended', async () => {
    const db = databaseAt(test.url);
    for (const run of [db.read, db.transact]) {
      const tx = await run(context, (own) => Promise.resolve(own));
      await expect(tx.row('SELECT 1')).rejects.toThrow('the transaction is over');
    }
  });

  it('report the first error, whichever statement is awaited', async () => {
    const db = databaseAt(test.url);
    const failed = db.transact(context, async (tx) => {
      const first = tx.row('SELECT 1/0');
      const second = tx.row('SELECT 1');
      first.catch(() => undefined);
      await second;
    });
    await expect(failed).rejects.toThrow('division by zero');
  });

  it('are atomic, and fail if an error was swallowed', async () => {
    const db = databaseAt(test.url);
    await db.transact(context, (tx) => insert(tx, 'kept'));
    await expect(
      db.transact(context, async (tx) => {
        await insert(tx, 'lost');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const swallowing = async (tx: Tx): Promise<void> => {
      await tx.row('SELECT 1/0').catch(() => undefined);
    };
    await expect(db.transact(context, swallowing)).rejects.toThrow('division by zero');
    await expect(db.read(context, swallowing)).rejects.toThrow('division by zero');
    await expect(db.read(context, (tx) => insert(tx, 'never'))).rejects.toThrow('read-only');
    expect(await notes()).toEqual(['kept']);
    expect(
      await db.read({ ...context, tenantId: newId('tenant') }, (tx) =>
        tx.rows('SELECT id FROM note'),
      ),
    ).toEqual([]);
  });

  it('write what they publish in one statement, in its order, together with COMMIT', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    await db.ping();
    const ids = await db.transact(context, async (tx) => {
      const first = await publish(tx);
      line.sent.length = 0;
      const second = await publish(tx);
      expect(line.sent).toEqual([]);
      return [first, second];
    });
    expect(line.sent.join('')).toMatch(/outbox_write[^]*COMMIT/);
    expect(line.sent.join('').match(/outbox_write/g)).toHaveLength(1);
    expect(await published()).toEqual(ids);
  });

  it('write what they have published so far on request', async () => {
    const db = databaseAt(test.url);
    await db.transact(context, async (tx) => {
      const first = await publish(tx);
      await tx.writeMessages();
      expect(
        await tx.rows('SELECT event_id FROM outbox WHERE event_id = $1', [first]),
      ).toHaveLength(1);
      const second = await publish(tx);
      await tx.writeMessages();
      await tx.writeMessages();
      expect((await published()).includes(second)).toBe(false);
    });
  });

  it('discard what a part published that was rolled back', async () => {
    const db = databaseAt(test.url);
    const before = await published();
    const kept = await db.transact(context, async (tx) => {
      const outside = await publish(tx);
      const part = savepoint(tx, async () => {
        await publish(tx);
        await tx.row('SELECT 1/0');
      });
      await expect(part).rejects.toThrow('division by zero');
      const inside = await savepoint(tx, () => publish(tx));
      return [outside, inside];
    });
    expect(await published()).toEqual([...before, ...kept]);
  });

  it('fail with the error of the outbox, and write nothing', async () => {
    const line = await between((data) =>
      replaced(data, 'SELECT outbox_write', 'SELECT outbux_write'),
    );
    const db = databaseAt(line.url, 1);
    const id = newId('request');
    const failing = db.transact(context, async (tx) => {
      await insert(tx, id);
      await publish(tx);
    });
    await expect(failing).rejects.toThrow('outbux');
    expect(await notes()).not.toContain(id);
  });

  it('stay committed if a callback fails, and all callbacks are run', async () => {
    const db = databaseAt(test.url);
    const id = newId('request');
    const ran: string[] = [];
    expect(
      await db.transact(context, async (tx) => {
        tx.afterCommit(() => {
          throw new Error('the bus is closed');
        });
        tx.afterCommit(() => void ran.push('second'));
        return insert(tx, id);
      }),
    ).toBe(1);
    expect([ran, (await notes()).includes(id)]).toEqual([['second'], true]);
  });

  it('discard a lost connection, and return 503', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    const lost = db.read(context, async (tx) => {
      await tx.row('SELECT 1');
      line.cut();
      return tx.row('SELECT 2');
    });
    await expect(lost).rejects.toMatchObject({
      code: 'upstream_unavailable',
    } satisfies Partial<Problem>);
    expect(
      await db.read(context, async (tx) => {
        const row = await tx.row<{ n: number }>('SELECT 3 AS n');
        line.cut();
        return row;
      }),
    ).toEqual({ n: 3 });
    expect(await db.read(context, (tx) => tx.row('SELECT 4 AS n'))).toEqual({ n: 4 });
  });
});

describe('a server that is too busy', () => {
  it('is reported as unavailable when a statement runs out of time', async () => {
    const db = databaseAt(test.url, 1, 100);
    const late = db.read(context, (tx) => tx.row('SELECT pg_sleep(5)'));
    await expect(late).rejects.toMatchObject({
      code: 'upstream_unavailable',
      details: { headers: { 'retry-after': '1' } },
    } satisfies Partial<Problem>);
    expect(await db.read(context, (tx) => tx.row('SELECT 1 AS n'))).toEqual({ n: 1 });
  });

  it('is reported as unavailable when a transaction loses every race', async () => {
    let runs = 0;
    const lost = databaseAt(test.url).transact(context, async () => {
      runs += 1;
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    });
    await expect(lost).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 });
    expect(runs).toBe(3);
  });
});

describe('functions', () => {
  it('are called in one round trip, and see only the rows of the tenant', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    const other = { ...context, tenantId: newId('tenant') };
    await db.transact(context, (tx) => insert(tx, 'called'));
    await db.transact(other, (tx) => insert(tx, 'called too'));
    line.sent.length = 0;
    expect(await db.call(context, 'notes_like', ['called%'])).toEqual([
      { id: 'called', noteTenant: context.tenantId },
    ]);
    expect(line.sent).toHaveLength(1);
    expect(line.sent.join('')).not.toContain('BEGIN');
    expect(await db.call(other, 'notes_like', ['called%'])).toEqual([
      { id: 'called too', noteTenant: other.tenantId },
    ]);
    expect(
      await db.read({ ...context, tenantId: newId('tenant') }, (tx) =>
        tx.rows('SELECT id FROM note'),
      ),
    ).toEqual([]);
  });

  it('write nothing, and are not called without a tenant', async () => {
    const db = databaseAt(test.url, 1);
    await expect(db.call(context, 'forget_notes', [])).rejects.toThrow('read-only');
    await expect(db.call({ tenantId: 'acme' }, 'notes_like', ['%'])).rejects.toThrow('a tenant id');
    expect(await db.call(context, 'notes_like', ['no such'])).toEqual([]);
  });

  it('whose connection is lost return 503, and the next one gets another', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    await db.ping();
    line.hold();
    const lost = db.call(context, 'notes_like', ['%']);
    line.cut();
    await expect(lost).rejects.toMatchObject({ code: 'upstream_unavailable' });
    line.letGo();
    expect(await db.call(context, 'notes_like', ['no such'])).toEqual([]);
  });
});

describe('calls that write', () => {
  it('commit all statements of a function in one round trip', async () => {
    const line = await between();
    const db = databaseAt(line.url, 1);
    await db.callToCommit(context, 'keep_note', ['committed', false]);
    line.sent.length = 0;
    expect(await db.callToCommit(context, 'keep_note', ['committed too', false])).toEqual([
      { id: 'committed too' },
    ]);
    expect(line.sent).toHaveLength(1);
    expect(await db.call(context, 'notes_like', ['committed%'])).toHaveLength(2);
  });

  it('roll back a function that raises an error, and reuse the connection', async () => {
    const db = databaseAt(test.url, 1);
    await expect(db.callToCommit(context, 'keep_note', ['undone', true])).rejects.toMatchObject({
      code: 'NOTES',
    });
    expect(await db.call(context, 'notes_like', ['undone%'])).toEqual([]);
    await db.callToCommit(context, 'keep_note', ['after it', false]);
  });

  it('write nothing for another tenant', async () => {
    const db = databaseAt(test.url, 1);
    await db.callToCommit(context, 'keep_note', ['mine', false]);
    await db.callToCommit({ tenantId: newId('tenant') }, 'forget_notes', []);
    expect(await db.call(context, 'notes_like', ['mine'])).toHaveLength(1);
    await expect(db.callToCommit({ tenantId: 'acme' }, 'keep_note', ['x', false])).rejects.toThrow(
      'a tenant id',
    );
  });
});

describe('a server that stops responding', () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['a read', (db) => db.read(context, (tx) => tx.row('SELECT 1'))],
    ['a write', (db) => db.transact(context, (tx) => insert(tx, newId('request')))],
    ['work', (db) => db.work((tx) => tx.row('SELECT 1'))],
    ['a call', (db) => db.call(context, 'notes_like', ['%'])],
    [
      'a call that writes',
      (db) => db.callToCommit(context, 'keep_note', [newId('request'), false]),
    ],
    ['a ping', (db) => db.ping()],
  ])('ends %s after a timeout, and later statements succeed again', async (_, ask) => {
    const way = await between();
    const db = databaseAt(way.url, 1, 200);
    await ask(db);
    way.hold();
    const asked = ask(db).catch((error: Error) => error);
    expect(
      await Promise.race([
        asked,
        new Promise((resolve) => setTimeout(resolve, 8_000, 'still waiting').unref()),
      ]),
    ).toBeInstanceOf(Error);
    way.letGo();
    await ask(db);
  });
});
