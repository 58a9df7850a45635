import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { Database, WorkerTx } from '../database/database.ts';
import { lock } from '../database/advisory-lock.ts';
import { kitLocks } from '../database/kit-locks.ts';
import type { Logger } from '../telemetry/log.ts';
import { outboxShards } from '../database/outbox.ts';
import type { EventStream } from './topology.ts';

interface Promised {
  eventId: string;
  streamSeq: number;
}

const chains: Record<EventStream, string> = {
  EVENTS: 'events',
  AUDIT: 'audit',
  PLATFORM: 'platform',
};
const pageSize = 1000;

/** Compares the event id too: another relay may have reused the sequence number. */
async function holds(
  manager: JetStreamManager,
  stream: EventStream,
  promised: Promised,
): Promise<boolean> {
  try {
    const message = await manager.streams.getMessage(stream, { seq: promised.streamSeq });
    return message?.header.get('Nats-Msg-Id') === promised.eventId;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)
      return false;
    throw error;
  }
}

/** Returns the lock key of an outbox shard. */
export const shardKey = ({ schema }: Pick<Database, 'schema'>, shard: number): string =>
  `${schema} ${shard}`;

/** Waits for the running batches of all pods, so that what they record is visible. */
const lockShards = (tx: WorkerTx, db: Database): Promise<unknown> =>
  lock(
    tx,
    kitLocks.outboxShard,
    ...Array.from({ length: outboxShards }, (_, shard) => shardKey(db, shard)),
  );

// Streams keep messages for seven days, so older rows do not matter.
const promisedBefore = (tx: WorkerTx, stream: EventStream, before: number): Promise<Promised[]> =>
  tx.rows<Promised>(
    `SELECT event_id, stream_seq FROM outbox_published WHERE stream_seq < $1 AND chain = $2 AND published_at > now() - interval '6 days'
   ORDER BY stream_seq DESC LIMIT ${pageSize}`,
    [before, chains[stream]],
  );

/**
 * Makes rows with higher sequence numbers pending again. The stream may still contain some of them:
 * NATS and consumers drop repeats.
 */
const markPending = (tx: WorkerTx, stream: EventStream, held: number): Promise<number> =>
  tx.execute(
    `WITH lost AS (
       DELETE FROM outbox_published WHERE stream_seq > $1 AND chain = $2 AND published_at > now() - interval '6 days' RETURNING *)
     INSERT INTO outbox_pending AS p (tenant_id, shard, chain, position, last_position, published_until, created_at)
     SELECT s.tenant_id, lost.shard, lost.chain, s.position, max(s.until), min(s.after), s.created_at
     FROM lost CROSS JOIN LATERAL unnest(lost.tenant_ids, lost.positions, lost.published_after, lost.published_until, lost.created_at)
       AS s (tenant_id, position, after, until, created_at)
     WHERE EXISTS (SELECT FROM outbox o WHERE o.tenant_id = s.tenant_id AND o.created_at = s.created_at AND o.position = s.until)
     GROUP BY s.tenant_id, lost.shard, lost.chain, s.position, s.created_at
     ON CONFLICT (tenant_id, position) DO UPDATE
       SET published_until = least(p.published_until, excluded.published_until), last_position = greatest(p.last_position, excluded.last_position)`,
    [held, chains[stream]],
  );

/** Returns the highest recorded sequence number that the stream still contains; 0 if none. */
async function lastHeld(
  tx: WorkerTx,
  manager: JetStreamManager,
  stream: EventStream,
): Promise<number> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = await promisedBefore(tx, stream, before);
    const oldest = page.at(-1);
    if (!oldest) return 0;
    if (!(await holds(manager, stream, oldest))) {
      before = oldest.streamSeq;
      continue;
    }
    let low = 0;
    let high = page.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (await holds(manager, stream, page[middle] as Promised)) high = middle;
      else low = middle + 1;
    }
    return (page[low] as Promised).streamSeq;
  }
}

/**
 * Finds what a crash of NATS lost: JetStream acknowledges before it syncs, so acknowledged messages
 * may be gone. PostgreSQL is the source of truth: rows recorded after the last one that a stream
 * still contains become pending again. Returns the number of spans. Call after each (re)connect,
 * before anything is published: a newer message in the stream would hide those that are lost.
 */
export async function reclaimLost(db: Database, js: JetStreamClient, log: Logger): Promise<number> {
  const manager = await js.jetstreamManager();
  let reclaimed = 0;
  for (const stream of Object.keys(chains) as EventStream[]) {
    reclaimed += await db.work(async (tx) => {
      await lockShards(tx, db);
      const top = (await promisedBefore(tx, stream, Number.MAX_SAFE_INTEGER))[0];
      if (!top || (await holds(manager, stream, top))) return 0;
      const held = await lastHeld(tx, manager, stream);
      return markPending(tx, stream, held);
    });
  }
  if (reclaimed > 0)
    log.warn(
      { spans: reclaimed },
      'a stream has lost acknowledged messages; they will be published again',
    );
  return reclaimed;
}
