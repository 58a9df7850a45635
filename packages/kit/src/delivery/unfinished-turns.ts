import type { Database } from '../database/database.ts';
import type { GivenBack } from '../leases/leases.ts';
import { backoff } from '../async/retry.ts';
import type { Destinations, HeldDestination } from './destinations.ts';

/** Options of {@link unfinishedTurns}. */
export interface UnfinishedTurnsOptions {
  db: Pick<Database, 'work'>;
  destinations: Pick<Destinations, 'release'>;
  /** The longest pause of a destination whose turns fail. */
  leaseMs: number;
}

const brokenPauseMs = 1_000;

/** Destinations whose turns did not end by themselves, until their leases are ended. */
export function unfinishedTurns({ db, destinations, leaseMs }: UnfinishedTurnsOptions) {
  const waiting: GivenBack<HeldDestination>[] = [];
  /** How often in a row the turns of a destination have failed. */
  const failures = new Map<string, number>();

  return {
    /** A turn ended by itself: earlier failures count no more. */
    forget: ({ destinationId }: HeldDestination): void => void failures.delete(destinationId),

    /** A turn failed: the destination is left alone for longer each time. */
    addFailed(held: HeldDestination): void {
      const count = (failures.get(held.destinationId) ?? 0) + 1;
      failures.set(held.destinationId, count);
      const pauseMs = backoff({ firstMs: brokenPauseMs, maxMs: leaseMs }, count);
      waiting.push({ held, pauseMs });
    },

    /** A turn was aborted. A pause keeps an end of the lease in the row, so that the next holder sees that it was abandoned. */
    addAborted: (held: HeldDestination): void => void waiting.push({ held, pauseMs: 1 }),

    /** A destination was claimed, but has no slot. */
    addUnstarted: (held: HeldDestination): void =>
      void waiting.push({ held, pauseMs: held.wasAbandoned ? 1 : 0 }),

    /** Ends the leases, in one statement; none where there is nothing to end. */
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
