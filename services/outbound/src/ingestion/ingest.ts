import type { PlatformEvent } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { insertEvents, knownIds, lockHead, takeNumbers } from './event-log-store.ts';
import type { Channel, IngestedEvent, IngestionHooks } from './ingested.ts';

/** The database will never accept one of these events. */
export class UnstorableError extends Error {}

/** SQLSTATE class 22: the data is at fault. */
const isDataAtFault = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('22') ?? false;

async function append(
  tx: Tx,
  channel: Channel,
  events: readonly PlatformEvent[],
): Promise<IngestedEvent[]> {
  if (!(await lockHead(tx, channel))) return [];
  const once = [...new Map(events.map((event) => [event.id, event])).values()];
  const known = await knownIds(
    tx,
    channel,
    once.map((event) => event.id),
  );
  const fresh = once.filter((event) => !known.has(event.id));
  if (fresh.length === 0) return [];
  const numbers = await takeNumbers(tx, channel, fresh.length);
  await insertEvents(tx, channel, numbers, fresh).catch((error: unknown) => {
    throw isDataAtFault(error)
      ? new UnstorableError('an event cannot be stored', { cause: error })
      : error;
  });
  return fresh.map((event, n) => ({
    seq: numbers.first + n,
    ingestedAt: numbers.ingestedAt,
    event,
  }));
}

/**
 * Adds events to a tenant's log, and their deliveries, in one transaction. The head row is locked
 * until commit, so numbers have no gaps and commit in order: every snapshot contains a complete
 * prefix.
 */
export const ingest = (
  db: Pick<Database, 'transact'>,
  hooks: IngestionHooks,
  {
    tenantId,
    channel,
    events,
  }: { tenantId: string; channel: Channel; events: readonly PlatformEvent[] },
): Promise<IngestedEvent[]> =>
  db.transact({ tenantId, actor: { type: 'system', id: 'outbound' } }, async (tx) => {
    const rows = await append(tx, channel, events);
    const last = rows.at(-1);
    if (last) await hooks.onAppended?.(tx, channel, last.seq);
    if (channel === 'events' && rows.length > 0) {
      await hooks.onIngested(tx, tenantId, rows);
      tx.afterCommit(() => hooks.afterIngest(tenantId));
    }
    return rows;
  });
