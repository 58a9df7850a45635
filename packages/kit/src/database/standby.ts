import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { sharedCall } from '../cache/cache.ts';
import type { Logger } from '../telemetry/log.ts';
import { isDatabaseAway, isRetryable } from './database-errors.ts';
import { onConnection } from './pooled-connection.ts';
import type { ServicePool } from './service-pool.ts';

/** Where a read ran that could have run on the standby, and why. */
export type StandbyOutcome = 'standby' | 'behind' | 'unavailable';

/** Reads on a standby of the primary. */
export interface Standby {
  /**
   * Runs a read on the standby once that has replayed everything that was committed before this
   * call. Resolves to undefined if the read has to run on the primary instead; `run` may then have
   * run in part.
   */
  read<T>(run: (pool: ServicePool) => Promise<T>): Promise<{ value: T } | undefined>;
  end(): Promise<void>;
}

/** Settings of {@link standbyReads}. */
export interface StandbyOptions {
  primary: ServicePool;
  standby: ServicePool;
  log: Pick<Logger, 'warn'>;
  onOutcome: (outcome: StandbyOutcome) => void;
}

/** How long a read waits for the standby. */
const patienceMs = 100;
const stepMs = 5;
/** How long the standby is avoided when it was behind or away. */
const avoidedMs = 1_000;

/** The standby has not replayed enough, or the server is no standby. */
class StandbyBehind extends Error {}

/**
 * Commits are answered once they are on disk, unless the server is configured otherwise. What is not,
 * such as the notes of a relay, may reach the standby later.
 */
const positionQuery = `SELECT (CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)::text AS lsn`;

/** Returns the position of the log that includes every commit that was answered so far. */
async function committedSoFar(primary: ServicePool): Promise<string> {
  const { rows } = await onConnection(primary, (client) =>
    client.query<{ lsn: string }>(positionQuery),
  );
  return rows[0]?.lsn ?? '';
}

/** Waits until the server of a connection has replayed the log up to a position. */
async function untilReplayed(client: pg.ClientBase, lsn: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ replayed: boolean | null }>({
      name: 'standby_replayed',
      text: `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $1::pg_lsn END AS replayed`,
      values: [lsn],
    });
    const replayed = rows[0]?.replayed ?? null;
    if (replayed) return;
    if (replayed === null) throw new StandbyBehind('the server is not a standby');
    if (performance.now() > deadline) throw new StandbyBehind('the standby is behind the primary');
    await pause(stepMs);
  }
}

/** A pool whose connections have replayed the log up to a position. */
const replayedPool = (standby: ServicePool, lsn: string): ServicePool => ({
  async connect() {
    const client = await standby.connect();
    try {
      await untilReplayed(client, lsn);
      return client;
    } catch (error) {
      client.release(!(error instanceof StandbyBehind));
      throw error;
    }
  },
  end: () => standby.end(),
});

/** Whether the read may succeed on the primary: recovery cancels statements with a retryable error. */
const isFaultOfStandby = (error: unknown): boolean =>
  error instanceof StandbyBehind || isDatabaseAway(error) || isRetryable(error);

/**
 * Reads on a standby without showing anything older than the primary would: each read first learns
 * how far the primary has committed, one question for all reads that arrive meanwhile, and waits on
 * its own connection until that is replayed.
 */
export function standbyReads({ primary, standby, log, onOutcome }: StandbyOptions): Standby {
  let avoidedUntil = 0;
  const position = sharedCall(() => committedSoFar(primary));

  function avoid(error: unknown): void {
    onOutcome(error instanceof StandbyBehind ? 'behind' : 'unavailable');
    avoidedUntil = performance.now() + avoidedMs;
    log.warn({ err: error }, 'a read runs on the primary instead of the standby');
  }

  return {
    async read(run) {
      if (performance.now() < avoidedUntil) return undefined;
      try {
        const value = await run(replayedPool(standby, await position.next()));
        onOutcome('standby');
        return { value };
      } catch (error) {
        if (!isFaultOfStandby(error)) throw error;
        avoid(error);
        return undefined;
      }
    },
    end: () => standby.end(),
  };
}
