import type { JetStreamClient, JetStreamManager } from 'nats';
import type { Database, WorkerTx } from '../database/database.ts';
import { lock } from '../database/advisory-lock.ts';
import { kitLocks } from '../database/kit-locks.ts';
import type { Logger } from '../log/log.ts';
import { outboxShards } from '../database/outbox.ts';
import type { EventStream } from './topology.ts';

interface Promised {
  eventId: string;
  streamSeq: number;
}

const prefixes: Record<EventStream, string> = {
  EVENTS: 'events.',
  AUDIT: 'audit.',
  PLATFORM: 'platform.',
};
const pageSize = 1000;

/** The number alone proves nothing: another relay may have filled it again. */
async function holds(
  manager: JetStreamManager,
  stream: EventStream,
  promised: Promised,
): Promise<boolean> {
  try {
    const message = await manager.streams.getMessage(stream, { seq: promised.streamSeq });
    return message.header.get('Nats-Msg-Id') === promised.eventId;
  } catch (error) {
    if (
      (error as { code?: string }).code === '404' ||
      /no message found|stream not found/.test((error as Error).message)
    )
      return false;
    throw error;
  }
}

/** Key of the lock on a shard of an outbox. */
export const shardKey = ({ schema }: Pick<Database, 'schema'>, shard: number): string =>
  `${schema} ${shard}`;

/** Waits for the batches under way, in every pod: what they have promised is seen after. */
const lockShards = (tx: WorkerTx, db: Database): Promise<unknown> =>
  lock(
    tx,
    kitLocks.outboxShard,
    ...Array.from({ length: outboxShards }, (_, shard) => shardKey(db, shard)),
  );

// Streams keep facts for seven days: an older row is missed by nobody.
const promisedBefore = (tx: WorkerTx, stream: EventStream, before: number): Promise<Promised[]> =>
  tx.rows<Promised>(
    `SELECT event_id, stream_seq FROM outbox WHERE stream_seq < $1 AND starts_with(subject, $2) AND created_at > now() - interval '6 days'
   ORDER BY stream_seq DESC LIMIT ${pageSize}`,
    [before, prefixes[stream]],
  );

/** The highest promised number that the stream still holds; 0 when it holds none. */
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
 * JetStream acknowledges before it has synced, so a crash of the server may lose acknowledged messages. PostgreSQL is
 * the truth: rows promised after the last one that a stream still holds become pending again. Returns how many.
 * To be called after a (re)connect, before anything is published: a newer row that is held would hide those that are lost.
 */
export async function reclaimLost(db: Database, js: JetStreamClient, log: Logger): Promise<number> {
  const manager = await js.jetstreamManager();
  let reclaimed = 0;
  for (const stream of Object.keys(prefixes) as EventStream[]) {
    reclaimed += await db.work(async (tx) => {
      await lockShards(tx, db);
      const top = (await promisedBefore(tx, stream, Number.MAX_SAFE_INTEGER))[0];
      if (!top || (await holds(manager, stream, top))) return 0;
      const held = await lastHeld(tx, manager, stream);
      return tx.execute(
        `UPDATE outbox SET published_at = NULL, stream_seq = NULL WHERE stream_seq > $1 AND starts_with(subject, $2) AND created_at > now() - interval '6 days'`,
        [held, prefixes[stream]],
      );
    });
  }
  if (reclaimed > 0)
    log.warn(
      { rows: reclaimed },
      'a stream has lost acknowledged messages; they will be published again',
    );
  return reclaimed;
}
