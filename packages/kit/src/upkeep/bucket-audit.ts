import type { Bus } from '../bus/bus.ts';
import type { BucketName } from '@platform/contracts';
import type { Database, Tx } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { atEachConnection } from '../service/at-each-connection.ts';
import type { Worker } from '../service/workers.ts';

/**
 * A bucket that mirrors rows of a table: each row counts its changes, and its entry has the count
 * as `version`.
 */
export interface RowBucket {
  bucket: BucketName;
  /**
   * Name of the table. The worker role must be able to read its `tenant_id`, `columns` and
   * `version`.
   */
  table: string;
  /** Columns of its primary key after `tenant_id`; default: none. */
  columns?: readonly string[];
  /** Column that counts the changes. */
  version: string;
  /** Returns the entry's key; `ids` are the values of `columns`. */
  keyOf: (tenantId: string, ids: readonly string[]) => string;
  /** Returns false for an entry with wrong content, whatever its version. */
  isCurrent?: (entry: never) => boolean;
  /**
   * Locks the row and publishes its entry again, with a version above `held`. Returns false if the
   * row's version is not `seen`: its own entry is being published then.
   */
  share: (
    tx: Tx,
    ids: readonly string[],
    versions: { seen: number; held: number },
  ) => Promise<boolean>;
}

/** Options of {@link bucketAudit}. */
export interface BucketAuditOptions {
  db: Pick<Database, 'work' | 'transact'>;
  bus: Pick<Bus, 'get'>;
  service: string;
}

const pageSize = 200;

async function* rowsOf(
  db: BucketAuditOptions['db'],
  { table, columns = [], version }: RowBucket,
): AsyncIterable<{ tenantId: string; ids: string[]; seen: number }> {
  const key = ['tenant_id', ...columns];
  const sql = `SELECT ARRAY[${key.join(', ')}]::text[] AS key, ${version} AS seen FROM ${table}
    WHERE (${key.join(', ')}) > (${key.map((_, i) => `$${i + 2}`).join(', ')}) ORDER BY ${key.join(', ')} LIMIT $1`;
  for (let after = key.map(() => ''); ;) {
    const rows = await db.work((tx) =>
      tx.rows<{ key: string[]; seen: number }>(sql, [pageSize, ...after]),
    );
    for (const {
      key: [tenantId = '', ...ids],
      seen,
    } of rows)
      yield { tenantId, ids, seen };
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.key;
  }
}

/**
 * Compares a bucket with the database, and publishes entries that are missing, behind, wrong or
 * (after a restored backup) ahead. Returns how many entries differed. Throws while NATS is
 * unavailable.
 */
export async function auditBucket(
  { db, bus, service }: BucketAuditOptions,
  kept: RowBucket,
): Promise<number> {
  let differing = 0;
  for await (const { tenantId, ids, seen } of rowsOf(db, kept)) {
    const entry = await bus.get<{ version: number }>(kept.bucket, kept.keyOf(tenantId, ids));
    const held = entry?.version ?? 0;
    if (held === seen && (!entry || (kept.isCurrent?.(entry as never) ?? true))) continue;
    const isShared = await db.transact(
      { tenantId, actor: { type: 'system', id: service } },
      async (tx) => {
        return kept.share(tx, ids, { seen, held });
      },
    );
    if (isShared) differing += 1;
  }
  return differing;
}

const auditMs = 600_000;

/**
 * Runs {@link auditBucket} every ten minutes, and after each reconnect. Marks the bucket complete
 * if nothing differed; otherwise audits it again soon.
 */
export function bucketAudit(
  {
    db,
    bus,
    log,
    metrics,
    service,
  }: BucketAuditOptions & {
    bus: Pick<Bus, 'isConnected' | 'connections' | 'setWhole'>;
    log: Logger;
    metrics: Metrics;
  },
  buckets: readonly RowBucket[],
): Worker {
  const repairs = metrics.counter('platform_bucket_repairs_total');
  return atEachConnection(
    bus,
    { intervalMs: auditMs },
    `audit of ${buckets.map(({ bucket }) => bucket).join(', ')}`,
    log,
    async () => {
      let isWhole = true;
      for (const kept of buckets) {
        const differing = await auditBucket({ db, bus, service }, kept);
        repairs.inc({ bucket: kept.bucket }, differing);
        await bus.setWhole(kept.bucket, differing === 0);
        if (differing > 0) isWhole = false;
      }
      return isWhole;
    },
  );
}
