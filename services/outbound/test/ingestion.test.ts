import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPartitions, partitionOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { createBus, deadLetter } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { purgeTenant } from '@platform/data-lifecycle/tenant-purge';
import { withClient } from '@platform/dev/postgres';
import { testPlatform, testSurroundings } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { batchIngestion } from '../src/ingestion/ingest-batch.ts';
import { ingest } from '../src/ingestion/ingest.ts';
import type { Channel } from '../src/ingestion/ingested.ts';
import { startOutbound } from '../src/index.ts';
import { outbound } from '../src/service.ts';
import { newEvent, newEvents, noHooks, publishEvent } from './event-fixtures.ts';

let platform: TestPlatform;
let db: Database;

beforeAll(async () => {
  platform = await testPlatform(outbound);
  db = platform.service.platform.db;
  await eventually(async () => platform.service.platform.bus.isConnected());
});
afterAll(() => platform.stop());

const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'test' } }) as const;
interface Row {
  seq: number;
  id: string;
  type: string;
  ingestedAt: Date;
  envelope: PlatformEvent;
}
const logOf = (tenantId: string, table = 'events'): Promise<Row[]> =>
  db.read(contextOf(tenantId), (tx) =>
    tx.rows<Row & Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY seq`),
  );
const headOf = async (tenantId: string, channel: Channel = 'events'): Promise<number> =>
  (
    await db.read(contextOf(tenantId), (tx) =>
      tx.row<{ n: number }>('SELECT last_seq AS n FROM event_heads WHERE channel = $1', [channel]),
    )
  )?.n ?? 0;
const oneTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

class Killed extends Error {}
/** Calls `hits` before each step of a transaction and after its commit; true kills the holder. */
const mortal = (
  hits: (step: string) => boolean,
  over: () => Pick<Database, 'transact'> = () => db,
): Pick<Database, 'transact'> => {
  const strike = (step: string): void => {
    if (hits(step)) throw new Killed(step);
  };
  const guard =
    <A extends unknown[], R>(step: string, run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      strike(`before ${step}`);
      const result = await run(...args);
      strike(`after ${step}`);
      return result;
    };
  return {
    async transact(context, work) {
      strike('before begin');
      const result = await over().transact(context, async (tx) => {
        const inner: Tx = {
          ...tx,
          rows: guard('rows', tx.rows) as Tx['rows'],
          row: guard('row', tx.row) as Tx['row'],
          execute: guard('execute', tx.execute),
          prepared: guard('prepared', tx.prepared) as Tx['prepared'],
        };
        const done = await work(inner);
        strike('before commit');
        return done;
      });
      strike('after commit');
      return result;
    },
  };
};

describe('ingest', () => {
  test('numbers events of a tenant without gaps, keeps them unchanged, and creates deliveries in the same transaction', async () => {
    const tenantId = newId('tenant');
    const events = newEvents(5);
    const told: number[] = [];
    const hooks = {
      ...noHooks,
      onIngested: async (_tx: Tx, _tenant: string, rows: readonly { seq: number }[]) =>
        void told.push(...rows.map((r) => r.seq)),
    };
    const rows = await ingest(db, hooks, { tenantId, channel: 'events', events });
    expect(rows.map((r) => r.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(told).toEqual([1, 2, 3, 4, 5]);
    const stored = await db.read(contextOf(tenantId), (tx) =>
      tx.rows<{ text: string; at: Date }>(
        'SELECT envelope::text AS text, ingested_at AS at FROM events ORDER BY seq',
      ),
    );
    expect(stored.map((r) => r.text)).toEqual(events.map((e) => JSON.stringify(e)));
    expect(stored.map((r) => r.at.toISOString())).toEqual(rows.map((r) => r.ingestedAt));
  });

  test('drops duplicate ids, within and across batches', async () => {
    const tenantId = newId('tenant');
    const [a, b, c] = newEvents(3) as [PlatformEvent, PlatformEvent, PlatformEvent];
    expect(
      await ingest(db, noHooks, { tenantId, channel: 'events', events: [a, b, a] }),
    ).toHaveLength(2);
    expect(
      (await ingest(db, noHooks, { tenantId, channel: 'events', events: [b, c, a] })).map((r) => [
        r.seq,
        r.event.id,
      ]),
    ).toEqual([[3, c.id]]);
    expect(await ingest(db, noHooks, { tenantId, channel: 'events', events: [a, b, c] })).toEqual(
      [],
    );
    expect(await headOf(tenantId)).toBe(3);
  });

  test('stores audit records in a separate log, without deliveries', async () => {
    const tenantId = newId('tenant');
    const hooks = {
      ...noHooks,
      onIngested: async () => {
        throw new Error('told');
      },
    };
    await ingest(db, hooks, { tenantId, channel: 'audit', events: [newEvent('audit.recorded')] });
    expect(await headOf(tenantId, 'audit')).toBe(1);
    expect(await logOf(tenantId)).toEqual([]);
    expect(await logOf(tenantId, 'audit_events')).toHaveLength(1);
  });

  test('rolls back the numbers if creating deliveries fails', async () => {
    const tenantId = newId('tenant');
    const failing = {
      ...noHooks,
      onIngested: async () => {
        throw new Error('no');
      },
    };
    await expect(
      ingest(db, failing, { tenantId, channel: 'events', events: newEvents(3) }),
    ).rejects.toThrow('no');
    expect(
      (await ingest(db, noHooks, { tenantId, channel: 'events', events: newEvents(2) })).map(
        (r) => r.seq,
      ),
    ).toEqual([1, 2]);
  });

  test('stores each event once without gaps when it is killed at any step and repeated', async () => {
    const tenantId = newId('tenant');
    const all: string[] = [];
    for (let fatal = 0, isDead = true; isDead; fatal++) {
      const events = newEvents(3);
      all.push(...events.map((e) => e.id));
      let step = 0;
      const before = await headOf(tenantId);
      isDead = await ingest(
        mortal(() => step++ === fatal),
        noHooks,
        { tenantId, channel: 'events', events },
      ).then(
        () => false,
        (error: unknown) => {
          if (error instanceof Killed) return true;
          throw error;
        },
      );
      expect([before, before + 3]).toContain(await headOf(tenantId));
      await ingest(db, noHooks, { tenantId, channel: 'events', events });
      if (fatal > 40) throw new Error('it never survives');
    }
    expect(all.length).toBeGreaterThan(30);
    const log = await logOf(tenantId);
    expect(log.map((r) => r.seq)).toEqual(oneTo(all.length));
    expect(log.map((r) => r.id).sort()).toEqual([...all].sort());
  });

  test('stores each event once if several holders store the same events in different batches', async () => {
    const tenantId = newId('tenant');
    const events = newEvents(40);
    await ingest(db, noHooks, { tenantId, channel: 'events', events: events.slice(0, 1) });
    const slow: Pick<Database, 'transact'> = {
      transact: (context, work) =>
        db.transact(context, (tx) =>
          work({
            ...tx,
            rows: (async (sql: string, params?: readonly unknown[]) => {
              const found = await tx.rows(sql, params);
              await new Promise((resolve) => setTimeout(resolve, 5));
              return found;
            }) as typeof tx.rows,
          }),
        ),
    };
    const holder = async (size: number): Promise<void> => {
      for (let at = 0; at < events.length; at += size)
        await ingest(slow, noHooks, {
          tenantId,
          channel: 'events',
          events: events.slice(at, at + size),
        });
    };
    await Promise.all([4, 5, 5, 8, 10].map(holder));
    const log = await logOf(tenantId);
    expect(log.map((r) => r.seq)).toEqual(oneTo(40));
    expect(new Set(log.map((r) => r.id)).size).toBe(40);
  });

  test('stores nothing for a deleted tenant', async () => {
    const tenantId = newId('tenant');
    await ingest(db, noHooks, { tenantId, channel: 'events', events: newEvents(3) });
    expect(await purgeTenant(db, tenantId)).toBe(4);
    expect(
      await ingest(db, noHooks, { tenantId, channel: 'events', events: newEvents(1) }),
    ).toEqual([]);
    expect(await logOf(tenantId)).toEqual([]);
  });
});

describe('a poison message', () => {
  const publishRaw = (subject: string, data: string): Promise<unknown> | undefined =>
    platform.service.platform.bus.jetstream()?.publish(subject, data);
  const wrap = (tenantId: string, event: unknown): string =>
    JSON.stringify({
      specversion: '1.0',
      id: (event as { id: string }).id,
      type: 'user.created',
      tenantid: tenantId,
      data: event,
    });
  const deadLettered = async (reason: string): Promise<number> => {
    const manager = await platform.service.platform.bus.jetstream()?.jetstreamManager();
    return (
      (await manager?.streams.info('DLQ', { subjects_filter: `dlq.outbound.${reason}` }))?.state
        .subjects?.[`dlq.outbound.${reason}`] ?? 0
    );
  };

  test('moves to the DLQ, and others are stored', async () => {
    const tenantId = newId('tenant');
    const subject = `events.${partitionOf(tenantId)}.${tenantId}.user.created`;
    const events = newEvents(4);
    const poison: [string, string, string][] = [
      [subject, 'not json', 'unreadable'],
      [subject, wrap('tnt_x', newEvent()), 'unreadable'],
      [subject, wrap(tenantId, { ...newEvent(), id: 'evt_\0' }), 'unreadable'],
      [subject, wrap(tenantId, { ...newEvent(), occurredAt: 'yesterday' }), 'unreadable'],
      [subject, wrap(tenantId, { ...newEvent(), subject: undefined }), 'unreadable'],
      [subject, wrap(newId('tenant'), newEvent()), 'misplaced'],
      [subject, wrap(tenantId, { ...newEvent(), data: { big: 'x'.repeat(300_000) } }), 'over_size'],
    ];
    for (const [n, event] of events.entries()) {
      await publishEvent(platform.service, tenantId, event);
      for (const [where, data] of poison.slice(n * 2, n * 2 + 2)) await publishRaw(where, data);
    }
    await eventually(async () => (await headOf(tenantId)) === 4);
    expect((await logOf(tenantId)).map((r) => r.id)).toEqual(events.map((e) => e.id));
    await eventually(
      async () =>
        (await deadLettered('unreadable')) === 5 &&
        (await deadLettered('misplaced')) === 1 &&
        (await deadLettered('over_size')) === 1,
    );
  });
});

describe('over NATS', () => {
  /** Repeatedly takes every partition of the events from its holder until `stop`. */
  async function thief(stop: AbortSignal): Promise<number> {
    let thefts = 0;
    while (!stop.aborted) {
      // Holders look for partitions every two seconds, and need time to apply something in between.
      await new Promise((resolve) => setTimeout(resolve, thefts === 0 ? 1_500 : 4_000));
      thefts += await db.work((tx) =>
        tx.execute(
          `UPDATE stream_position SET epoch = epoch + 1, holder = 'thief', held_until = '-infinity' WHERE consumer = 'ingest-events'`,
        ),
      );
    }
    return thefts;
  }

  /** A holder of the partitions that dies whenever `hits` says so. */
  function dyingHolder(hits: (step: string) => boolean): Bus {
    const bus = createBus({
      service: 'outbound',
      holder: 'dying',
      url: platform.nats.url,
      replicas: 1,
      db,
      log: silentLog,
      metrics: createMetrics('dying'),
    });
    const storeMessages = batchIngestion({
      hooks: noHooks,
      metrics: createMetrics('dying'),
      onGrown: () => undefined,
      deadLetter: async (message, reason) =>
        deadLetter(
          bus.jetstream()!,
          { service: 'outbound', metrics: createMetrics('dying') },
          message,
          reason,
        ),
    });
    bus.consumeBatches({
      name: 'ingest-events',
      stream: 'EVENTS',
      partitions: allPartitions.map((name) => ({ name, filters: [`events.${name}.>`] })),
      maxMessages: 32,
      maxWaitMs: 10,
      maxPending: 1024,
      orderingKeyOf: ({ subject }) => subject.split('.')[2] as string,
      apply: (messages, fenced) =>
        storeMessages(
          mortal(hits, () => fenced),
          'events',
          messages,
        ),
    });
    return bus;
  }

  /** Reads a log repeatedly: each snapshot must contain all numbers from 1 to its head. */
  async function watchPrefixes(tenantId: string, stop: AbortSignal): Promise<number> {
    let looks = 0;
    for (; !stop.aborted; looks++) {
      const seen = await db.read(contextOf(tenantId), (tx) =>
        tx.row<{ rows: number; low: number; high: number; head: number; ids: number }>(
          `SELECT count(*) AS rows, coalesce(min(seq), 1) AS low, coalesce(max(seq), 0) AS high, count(DISTINCT id) AS ids,
                coalesce((SELECT last_seq FROM event_heads WHERE channel = 'events'), 0) AS head FROM events`,
        ),
      );
      expect(seen).toEqual({
        rows: seen?.head,
        low: 1,
        high: seen?.head,
        head: seen?.head,
        ids: seen?.head,
      });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return looks;
  }

  test('each id is stored once, in order and without gaps, despite parallel publishers, repeats, take-overs and crashes', async () => {
    const tenants = [newId('tenant'), newId('tenant'), newId('tenant')];
    const second = await platform.startPod('second');
    await eventually(async () => second.platform.bus.isConnected());
    const stop = new AbortController();
    let random = 20261120;
    let deaths = 0;
    const hits = (): boolean => {
      random = (random * 1103515245 + 12345) % 2 ** 31;
      const isHit = deaths === 0 || random / 2 ** 31 < 0.02;
      deaths += isHit ? 1 : 0;
      return isHit;
    };
    const dying = dyingHolder(hits);
    const stealing = thief(stop.signal);
    const watchers = tenants.map((tenantId) => watchPrefixes(tenantId, stop.signal));

    const published = tenants.map(() => new Set<string>());
    const inOrder: string[][][] = tenants.map(() => Array.from({ length: 8 }, () => []));
    const publisher = async (p: number): Promise<void> => {
      for (let n = 0; n < 150 || (deaths === 0 && n < 750); n++) {
        // On a busy machine, the dying holder may get a partition late: it needs time, not more events.
        if (n >= 150) await pause(200);
        const at = (n + p) % tenants.length;
        const event = newEvent();
        published[at]?.add(event.id);
        inOrder[at]?.[p]?.push(event.id);
        for (let copy = 0; copy < (n % 5 === 0 ? 3 : 1); copy++)
          await publishEvent(platform.service, tenants[at] as string, event);
      }
    };
    try {
      await Promise.all(Array.from({ length: 8 }, (_, p) => publisher(p)));
      for (const [n, tenantId] of tenants.entries())
        await eventually(async () => (await headOf(tenantId)) >= (published[n]?.size ?? 0));
      await pause(500);
    } finally {
      stop.abort();
      await dying.close();
      await second.close();
    }
    const looks = await Promise.all(watchers);
    expect(await stealing).toBeGreaterThanOrEqual(allPartitions.length);

    expect(Math.min(...looks)).toBeGreaterThan(5);
    expect(deaths).toBeGreaterThan(0);
    for (const [n, tenantId] of tenants.entries()) {
      const log = await logOf(tenantId);
      expect(log.map((r) => r.seq)).toEqual(oneTo(published[n]?.size ?? 0));
      expect(new Set(log.map((r) => r.id))).toEqual(published[n]);
      for (const ids of inOrder[n] ?? [])
        expect(log.map((r) => r.id).filter((id) => ids.includes(id))).toEqual(ids);
      expect(log.every((r, i) => i === 0 || r.ingestedAt >= (log[i - 1] as Row).ingestedAt)).toBe(
        true,
      );
    }
  });

  test('a tenant whose events cannot be stored does not block its partition, and loses nothing', async () => {
    const bad = newId('tenant');
    let neighbour = newId('tenant');
    while (partitionOf(neighbour) !== partitionOf(bad)) neighbour = newId('tenant');
    const refused = newEvents(40);
    const refuse = (sql: string) =>
      withClient(platform.database.url, (client) => client.query(sql));
    await refuse(`CREATE FUNCTION outbound.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON outbound.events FOR EACH ROW WHEN (NEW.tenant_id = '${bad}') EXECUTE FUNCTION outbound.refuse()`);
    try {
      for (const [i, event] of refused.entries()) {
        await publishEvent(platform.service, bad, event);
        for (const other of newEvents(10)) await publishEvent(platform.service, neighbour, other);
        await eventually(async () => (await headOf(neighbour)) === 10 * (i + 1));
      }
      expect(await headOf(bad)).toBe(0);
    } finally {
      await refuse('DROP FUNCTION outbound.refuse CASCADE');
    }
    await eventually(async () => (await headOf(bad)) === 40);
    expect((await logOf(bad)).map((r) => [r.seq, r.id])).toEqual(
      refused.map((event, i) => [i + 1, event.id]),
    );
  });

  test("the log keeps a publisher's order, and another pod continues when the holder leaves", async () => {
    const around = await testSurroundings({ service: outbound });
    const sources = await around.sources('outbound', 'outbound');
    const [first, second] = [
      await startOutbound(sources, { holder: 'first', log: silentLog }),
      await startOutbound(sources, { holder: 'second', log: silentLog }),
    ];
    const tenantId = newId('tenant');
    const events = newEvents(60);
    const stored = (): Promise<{ id: string }[]> =>
      second.platform.db.read(contextOf(tenantId), (tx) =>
        tx.rows<{ id: string }>('SELECT id FROM events ORDER BY seq'),
      );
    await eventually(async () => second.platform.bus.isConnected());
    for (const event of events.slice(0, 30)) await publishEvent(second, tenantId, event);
    await eventually(async () => (await stored()).length === 30);
    await first.close();
    for (const event of events.slice(30)) await publishEvent(second, tenantId, event);
    await eventually(async () => (await stored()).length === 60);
    expect((await stored()).map((r) => r.id)).toEqual(events.map((e) => e.id));
    await second.close();
    await around.stop();
  });
});
