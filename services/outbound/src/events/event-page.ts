import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { findEvent, findIngestedAt, listEvents, lockLog, readBounds } from './event-store.ts';
import type { EventFilter, LogBounds, StoredEvent } from './event-store.ts';

/** A position in the log, after the event of this number. `ingestedAt` (ms) is not later than any following event. */
export interface LogPosition {
  seq: number;
  ingestedAt: number;
}

/** The position of a poll without a cursor. */
export type PageStart = { start: string } | { afterId: string };

/** The result of one read of the log, and the position after the last examined event. */
export interface PageLook {
  events: StoredEvent[];
  position: LogPosition;
  hasMore: boolean;
}

/** The log does not have this position. The caller, who can encode a cursor, converts it to a 410. */
export class PositionUnknown extends Error {
  readonly oldest: LogPosition;
  constructor(oldest: LogPosition) {
    super('the log does not contain this position');
    this.oldest = oldest;
  }
}

const maxExamined = 10_000;
const behind = (seq: number): LogPosition => ({ seq, ingestedAt: 0 });

/** Returns the last number ingested before a time, by binary search: numbers have no gaps and increase with time. */
async function seqBefore(tx: Tx, { trimmedSeq, lastSeq }: LogBounds, time: Date): Promise<number> {
  let low = trimmedSeq;
  let high = lastSeq;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const at = await findIngestedAt(tx, middle);
    if (at !== undefined && at < time) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function beginningOf(tx: Tx, bounds: LogBounds, from: PageStart): Promise<LogPosition> {
  if ('afterId' in from) {
    const found = await findEvent(tx, from.afterId);
    if (!found)
      throw problem('invalid_parameter', {
        detail: 'The event in afterId was not found',
        errors: [{ pointer: '/afterId', code: 'not_found', detail: 'must be the id of an event' }],
      });
    return { seq: found.seq, ingestedAt: found.ingestedAt.getTime() };
  }
  if (from.start === 'oldest') return behind(bounds.trimmedSeq);
  if (from.start === 'latest')
    return { seq: bounds.lastSeq, ingestedAt: bounds.lastIngestedAt?.getTime() ?? 0 };
  return behind(await seqBefore(tx, bounds, new Date(from.start)));
}

/** Reads up to 10,000 events in a read transaction without prior statements. */
export async function lookAtLog(
  tx: Tx,
  { from, filter, limit }: { from: LogPosition | PageStart; filter: EventFilter; limit: number },
): Promise<PageLook> {
  await lockLog(tx);
  const bounds = await readBounds(tx);
  const position = 'seq' in from ? from : await beginningOf(tx, bounds, from);
  if (position.seq < bounds.trimmedSeq) throw new PositionUnknown(behind(bounds.trimmedSeq));
  // The cursor is from before the log was restored to an earlier state: new events reuse its
  // numbers.
  if (position.seq > bounds.lastSeq) throw new PositionUnknown(behind(bounds.trimmedSeq));
  if (position.seq === bounds.lastSeq) return { events: [], position, hasMore: false };

  const upTo = Math.min(bounds.lastSeq, position.seq + maxExamined);
  const rows = await listEvents(tx, filter, {
    after: position.seq,
    upTo,
    ingestedFrom: new Date(position.ingestedAt),
    limit: limit + 1,
  });
  const events = rows.slice(0, limit);
  const last = events.at(-1);
  const reached = rows.length > limit && last ? last.seq : upTo;
  const ingestedAt =
    reached === bounds.lastSeq ? bounds.lastIngestedAt?.getTime() : last?.ingestedAt.getTime();
  return {
    events,
    position: { seq: reached, ingestedAt: ingestedAt ?? position.ingestedAt },
    hasMore: reached < bounds.lastSeq,
  };
}
