import type { Database } from '../database/database.ts';
import type { ReleasedLease } from '../leases/leases.ts';
import { backoff } from '../async/retry.ts';
import type { Destinations, HeldDestination } from './destinations.ts';

const brokenPauseMs = 1_000;

/** Collects destinations whose turns did not end by themselves, until their leases are ended. */
export function unfinishedTurns({
  db,
  destinations,
  leaseMs,
}: {
  db: Pick<Database, 'work'>;
  destinations: Pick<Destinations, 'release'>;
  /** Longest pause of a destination whose turns fail. */
  leaseMs: number;
}) {
  const waiting: ReleasedLease<HeldDestination>[] = [];
  /** Number of consecutive failed turns per destination. */
  const failures = new Map<string, number>();

  return {
    /** Call after a turn ended by itself: resets its failures. */
    forget: ({ destinationId }: HeldDestination): void => void failures.delete(destinationId),

    /** Call after a turn failed: the pause grows with each failure. */
    addFailed(held: HeldDestination): void {
      const count = (failures.get(held.destinationId) ?? 0) + 1;
      failures.set(held.destinationId, count);
      const pauseMs = backoff({ firstMs: brokenPauseMs, maxMs: leaseMs }, count);
      waiting.push({ held, pauseMs });
    },

    /**
     * Call after a turn was aborted. The short pause keeps the end of the lease in the row, so that
     * the next holder can see that it was abandoned.
     */
    addAborted: (held: HeldDestination): void => void waiting.push({ held, pauseMs: 1 }),

    /** Call for a claimed destination that got no slot. */
    addUnstarted: (held: HeldDestination): void =>
      void waiting.push({ held, pauseMs: held.wasAbandoned ? 1 : 0 }),

    /** Ends the leases in one statement, if there are any. */
    async release(): Promise<void> {
      const given = waiting.splice(0);
      if (given.length === 0) return;
      try {
        await db.work((tx) => destinations.release(tx, given));
      } catch (error) {
        waiting.push(...given);
        throw error;
      }
    },
  };
}

/** See {@link unfinishedTurns}. */
export type UnfinishedTurns = ReturnType<typeof unfinishedTurns>;
