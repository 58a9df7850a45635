import type { eventOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { PositionUnknown, lookAtLog } from './event-page.ts';
import type { PageStart, PageLook, LogPosition } from './event-page.ts';
import { findEvent } from './event-store.ts';
import type { EventFilter } from './event-store.ts';
import type { KeyWatch } from '@platform/kit/async';

type EventHandlers = Handlers<Pick<typeof eventOperations, 'eventsList' | 'eventsGet'>>;

/** How often a waiting poll checks for a missed wake-up. */
const checkMs = 1_000;

const beginningOf = ({
  afterId,
  start = 'oldest',
}: {
  afterId?: string;
  start?: string;
}): PageStart => (afterId ? { afterId } : { start });

/** Handlers of the event log. */
export function eventHandlers({
  cursors,
  watch,
  maxWaitMs,
  now = Date.now,
}: {
  cursors: Cursors;
  watch: KeyWatch;
  maxWaitMs: number;
  now?: () => number;
}): EventHandlers {
  const cursorsOf = (tenantId: string, filters: EventFilter) => {
    const bound = { tenantId, list: 'events', filters };
    return {
      encode: ({ seq, ingestedAt }: LogPosition): string =>
        cursors.encode(bound, [seq, ingestedAt]),
      decode(cursor: string): LogPosition {
        const [seq, ingestedAt] = cursors.decode(bound, cursor) as [number, number];
        return { seq, ingestedAt };
      },
    };
  };

  return {
    async eventsList({ principal: { tenantId }, query, read }) {
      const filter: EventFilter = {
        types: query.type,
        actorId: query.actorId,
        organizationId: query.organizationId,
      };
      const { encode, decode } = cursorsOf(tenantId, filter);
      const lookFrom = (from: LogPosition | PageStart): Promise<PageLook> =>
        read((tx) => lookAtLog(tx, { from, filter, limit: query.limit })).catch(
          (error: unknown) => {
            if (!(error instanceof PositionUnknown)) throw error;
            throw problem('cursor_expired', {
              detail:
                'The events after this cursor have expired, or the log was restored from a backup; continue from oldestCursor',
              members: { oldestCursor: encode(error.oldest) },
            });
          },
        );

      const until = now() + Math.min(query.wait * 1000, maxWaitMs);
      const waiter = query.wait > 0 ? watch.enter(tenantId) : undefined;
      try {
        let look = await lookFrom(query.cursor ? decode(query.cursor) : beginningOf(query));
        while (waiter && look.events.length === 0 && !look.hasMore && now() < until) {
          await waiter.change(Math.min(checkMs, until - now()));
          look = await lookFrom(look.position);
        }
        return {
          data: look.events.map(({ event }) => event),
          nextCursor: encode(look.position),
          hasMore: look.hasMore,
        };
      } finally {
        waiter?.leave();
      }
    },

    async eventsGet({ params, tx }) {
      const found = await findEvent(tx, params.id);
      if (!found) throw problem('not_found');
      return found.event;
    },
  };
}
