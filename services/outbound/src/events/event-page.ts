import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { findEvent, findIngestedAt, listEvents, lockLog, readBounds } from './event-store.ts';
import type { EventFilter, LogBounds, StoredEvent } from './event-store.ts';

/** A place in the log: behind the event of this number. `ingestedAt` (ms) is not later than what follows. */
export interface LogPosition {
  seq: number;
  ingestedAt: number;
}

/** Where a poll without a cursor begins. */
export type PageStart = { start: string } | { afterId: string };

/** What one look at the log found, and the place behind the last event examined. */
export interface PageLook {
  events: StoredEvent[];
  position: LogPosition;
  hasMore: boolean;
}

/** The log does not have this place. Thrown as 410 by the caller, who knows how to write a cursor. */
export class PositionUnknown extends Error {
  readonly oldest: LogPosition;
  constructor(oldest: LogPosition) {
    super('the log does not contain this position');
    this.oldest = oldest;
  }
}

const maxExamined = 10_000;
const behind = (seq: number): LogPosition => ({ seq, ingestedAt: 0 });

/** The last number ingested before a time; numbers and times rise together, without gaps, so halving finds it. */
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

/** One look at the log, of at most 10,000 events, in a read transaction that has seen nothing yet. */
export async function lookAtLog(
  tx: Tx,
  { from, filter, limit }: { from: LogPosition | PageStart; filter: EventFilter; limit: number },
): Promise<PageLook> {
  await lockLog(tx);
  const bounds = await readBounds(tx);
  const position = 'seq' in from ? from : await beginningOf(tx, bounds, from);
  if (position.seq < bounds.trimmedSeq) throw new PositionUnknown(behind(bounds.trimmedSeq));
  // From a log that has been restored to an earlier state since: its next events take the same numbers.
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
