import type { JetStreamClient } from 'nats';
import { tryLock } from '../database/advisory-lock.ts';
import { arrayLiteral } from '../database/array-literal.ts';
import { kitLocks } from '../database/kit-locks.ts';
import type { Database, WorkerTx } from '../database/database.ts';
import { outboxShards } from '../database/outbox.ts';
import { planByIndex } from '../database/plan-by-index.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { maintainPartitions } from '../partitions/partitions.ts';
import { putIfNewer } from './kv.ts';
import { reclaimLost, shardKey } from './relay-recovery.ts';
import type { RowPublisher } from './row-publisher.ts';
import type { BucketName } from '@platform/contracts';

interface PendingRow {
  tenantId: string;
  createdAt: string;
  position: number;
  orderingKey: string;
  eventId: string;
  subject: string;
  envelope: string;
}
interface Published {
  row: PendingRow;
  streamSeq: number | null;
}

/** What {@link relay} needs. */
export interface RelayOptions {
  db: Database;
  jetstream: () => JetStreamClient | undefined;
  publisher: RowPublisher;
  replicas: number;
  pollIntervalMs: number;
  batchSize: number;
  retentionMs: number;
  /** How long a chain rests of which the bus rejected a row, so that rows that it never takes do not fill every batch. */
  restMs?: number;
  log: Logger;
  metrics: Metrics;
}

/** The database ends a transaction that rests for a minute: what was sent is written down before. */
const batchMs = 20_000;

/**
 * Rows of one chain that are on their way at a time. More follow once half of them are acknowledged, so that they leave in one
 * write to the socket: a write for each row costs more than everything else that publishing does.
 */
const windowSize = 128;

/** What goes out in its order: the events of a tenant, its audit records, a KV entry. */
const chainOf = ({ tenantId, subject }: PendingRow): string =>
  `${tenantId} ${subject.split('.', 1)[0]}`;
const chainColumn = `tenant_id || ' ' || split_part(subject, '.', 1)`;

/** The shards with pending rows, and the age in seconds of the first of each: one step in the index for each, however many rows. */
const findPendingShards = (tx: WorkerTx): Promise<{ shard: number; age: number }[]> =>
  tx.rows(
    `SELECT s.shard, extract(epoch FROM now() - first.created_at)::float8 AS age FROM generate_series(0, $1::integer - 1) AS s (shard)
     CROSS JOIN LATERAL (
       SELECT created_at FROM outbox o WHERE o.shard = s.shard AND o.published_at IS NULL ORDER BY o.position LIMIT 1) AS first`,
    [outboxShards],
  );

/**
 * Publishes the pending rows of the outbox. It keeps no cursor, since a cursor would skip rows that commit late: a row is
 * pending while `published_at` is null. Rows of one tenant go out in the order of their positions, a few on their way at a
 * time, and a row never before the one in front of it that has the same ordering key was acknowledged. Tenants go side by side.
 */
export function relay(options: RelayOptions) {
  const { db, log, restMs = 5_000 } = options;
  const oldest = options.metrics.gauge('platform_outbox_oldest_seconds');
  const relayed = options.metrics.counter('platform_outbox_relayed_total');
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  /** Counts connections that came and went: what was acknowledged over one of them says nothing once it is gone. */
  let era = 0;
  /** What the streams had lost before this connection is pending again. */
  let isChecked = false;
  /** Chains of which the bus has just rejected a row, and until when others go before them. */
  const resting = new Map<string, number>();

  async function send(js: JetStreamClient, row: PendingRow): Promise<number | null> {
    if (!row.subject.startsWith('kv:'))
      return options.publisher.publish(row.subject, row.envelope, row.eventId);
    const [, bucket, key] = row.subject.split(':', 3) as [string, BucketName, string];
    await putIfNewer(js, bucket, key, row.envelope, options.replicas);
    return null;
  }

  /** Sends a chain; after a failure nothing more of it is sent. */
  async function sendInOrder(
    js: JetStreamClient,
    rows: readonly PendingRow[],
  ): Promise<Published[]> {
    const done: Published[] = [];
    const end = performance.now() + batchMs;
    const onTheWay = new Map<string, Promise<void>>();
    let isStopped = false;
    let onEnd = (): void => undefined;
    const halfEnded = (): Promise<void> =>
      new Promise((resolve) => {
        onEnd = () => {
          if (onTheWay.size <= windowSize / 2) resolve();
        };
      });
    const sendOne = async (row: PendingRow): Promise<void> => {
      try {
        done.push({ row, streamSeq: await send(js, row) });
      } catch (error) {
        isStopped = true;
        resting.set(chainOf(row), performance.now() + restMs);
        log.warn(
          { err: error, subject: row.subject.split('.')[0] },
          'the bus did not take a row; it stays pending',
        );
      }
    };
    for (const row of rows) {
      const before = onTheWay.get(row.orderingKey);
      // Not where there is none: at each pause what was published so far goes out by itself.
      if (before) await before;
      if (onTheWay.size >= windowSize) await halfEnded();
      if (isStopped || performance.now() > end) break;
      const sending = sendOne(row).then(() => {
        onTheWay.delete(row.orderingKey);
        onEnd();
      });
      onTheWay.set(row.orderingKey, sending);
    }
    await Promise.all(onTheWay.values());
    return done;
  }

  function chainsAtRest(): string[] {
    const now = performance.now();
    for (const [chain, until] of resting) if (until <= now) resting.delete(chain);
    return [...resting.keys()];
  }

  const markPublished = (tx: WorkerTx, done: readonly Published[]): Promise<number> =>
    tx.execute(
      `UPDATE outbox o SET published_at = now(), stream_seq = d.seq
     FROM unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[]) AS d (tenant_id, created_at, position, seq)
     WHERE o.tenant_id = d.tenant_id AND o.created_at = d.created_at AND o.position = d.position`,
      [
        arrayLiteral(done.map((d) => d.row.tenantId)),
        arrayLiteral(done.map((d) => d.row.createdAt)),
        arrayLiteral(done.map((d) => d.row.position)),
        arrayLiteral(done.map((d) => d.streamSeq)),
      ],
    );

  /** One batch of one shard, in one transaction; answers whether there may be more. */
  const relayBatch = (js: JetStreamClient, shard: number): Promise<boolean> =>
    db.work(async (tx) => {
      if (!isChecked) return false;
      const begun = era;
      if (!(await tryLock(tx, kitLocks.outboxShard, shardKey(db, shard)))) return false;
      const [, rows] = await Promise.all([
        planByIndex(tx),
        tx.rows<PendingRow>(
          `SELECT tenant_id, created_at::text, position, ordering_key, event_id, subject, envelope::text
           FROM outbox WHERE shard = $1 AND published_at IS NULL AND ${chainColumn} <> ALL ($3::text[]) ORDER BY position LIMIT $2`,
          [shard, options.batchSize, chainsAtRest()],
        ),
      ]);
      const chains = new Map<string, PendingRow[]>();
      for (const row of rows) {
        const chain = chains.get(chainOf(row));
        if (chain) chain.push(row);
        else chains.set(chainOf(row), [row]);
      }
      const done = (
        await Promise.all([...chains.values()].map((chain) => sendInOrder(js, chain)))
      ).flat();
      // Some may have gone out after the server came back: what it has lost would not be the end of what was promised.
      if (begun !== era)
        throw new Error('the connection to the bus was lost; the batch stays pending');
      if (done.length > 0) await markPublished(tx, done);
      relayed.inc(done.length);
      return done.length > 0 && rows.length === options.batchSize;
    });

  async function pass(): Promise<void> {
    const js = options.jetstream();
    const [, pending] = await db.work((tx) =>
      Promise.all([planByIndex(tx), findPendingShards(tx)]),
    );
    oldest.set(Math.max(0, ...pending.map((p) => p.age)));
    if (!js || !isChecked) return;
    await Promise.all(
      pending.map(async ({ shard }) => {
        while (!stopped && (await relayBatch(js, shard)));
      }),
    );
  }

  async function drain(): Promise<void> {
    do {
      again = false;
      await pass().catch((error: unknown) =>
        log.warn({ err: error }, 'the relay could not finish a pass'),
      );
    } while (again && !stopped);
  }

  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= drain().finally(() => {
      running = undefined;
      if (again) wake();
    });
  }

  const maintain = (): Promise<unknown> =>
    maintainPartitions(db, {
      table: 'outbox',
      unit: 'hour',
      retentionMs: options.retentionMs,
    }).catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be maintained'));
  let maintenance: NodeJS.Timeout | undefined;

  return {
    start(): void {
      timer = setInterval(wake, options.pollIntervalMs);
      maintenance = setInterval(() => void maintain(), 600_000);
      void maintain();
      wake();
    },
    /** A row was written: do not wait for the next look. */
    wake,
    /** The connection is gone: nothing counts as published any more that was not written down. */
    disconnected(): void {
      era += 1;
      isChecked = false;
      options.publisher.abandon();
    },
    /** After a (re)connect: makes pending again what the streams have lost, however often that must be tried, and publishes from then on. */
    async reconnected(): Promise<void> {
      const mine = ++era;
      isChecked = false;
      resting.clear();
      for (let attempt = 0; mine === era && !stopped && !isChecked; attempt++) {
        const js = options.jetstream();
        if (!js) return;
        try {
          await reclaimLost(db, js, log);
          isChecked = mine === era;
        } catch (error) {
          log.warn(
            { err: error },
            'lost rows could not be looked for; nothing is published before',
          );
          await new Promise((resolve) =>
            setTimeout(resolve, Math.min(5_000, 100 * 2 ** attempt)).unref(),
          );
        }
      }
      wake();
    },
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      clearInterval(maintenance);
      await running;
    },
  };
}

/** See {@link relay}. */
export type Relay = ReturnType<typeof relay>;
