import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SecretBox } from '../secrets/secrets.ts';
import type { SingletonJob } from '../jobs/jobs.ts';
import { resealColumn } from './reseal-column.ts';
import type { SealedColumn } from './reseal-column.ts';
import { sealUsage } from './seal-usage.ts';

export type { SealedColumn } from './reseal-column.ts';

/** Options of {@link resealing}. */
export interface ResealingOptions {
  db: Pick<Database, 'work' | 'read' | 'transact'>;
  secrets: SecretBox;
  log: Logger;
  metrics: Metrics;
}

/**
 * Number of sweeps per run, and the milliseconds between them: a row locked by a request is free
 * again soon.
 */
const maxSweeps = 5;
const betweenSweepsMs = 1_000;

/**
 * Reseals the values of these columns with the active key, every hour, and reports the number of
 * values per key: `platform_sealed_rows{key_id}`, from the pod that runs it. Leaves a value that
 * cannot be opened unchanged; `platform_sealed_unreadable_rows` counts those. Rows keep their
 * version and times, and no event is published.
 */
export function resealing(
  { db, secrets, log, metrics }: ResealingOptions,
  columns: readonly SealedColumn[],
): SingletonJob {
  const standing = metrics.gauge('platform_sealed_rows');
  const unreadable = metrics.gauge('platform_sealed_unreadable_rows');

  return {
    name: 'sealed values',
    schedule: 3_600_000,
    // A start may bring a new active key.
    atStart: true,
    gauges: [standing, unreadable],
    async work(signal) {
      let moved = 0;
      let left = 0;
      let faults: Record<string, number> = {};
      for (let sweep = 1; ; sweep++) {
        faults = {};
        for (const column of columns) {
          const swept = await resealColumn(db, secrets, column, signal);
          moved += swept.moved;
          for (const [reason, rows] of swept.faults) faults[`${column.table}: ${reason}`] = rows;
        }
        const usage = await sealUsage(db, secrets, columns);
        if (signal.aborted) return;
        for (const [keyId, rows] of usage) standing.set({ key_id: keyId }, rows);
        left = Object.values(faults).reduce((sum, rows) => sum + rows, 0);
        usage.delete(secrets.activeKeyId);
        const isHeld = [...usage.values()].reduce((sum, rows) => sum + rows, 0) > left;
        if (!isHeld || sweep === maxSweeps) break;
        await pause(betweenSweepsMs, undefined, { signal }).catch(() => undefined);
      }
      unreadable.set(left);
      if (moved > 0)
        log.info(
          { moved, keyId: secrets.activeKeyId },
          'values were re-encrypted with the active key',
        );
      if (left > 0)
        log.error({ faults }, 'values cannot be decrypted and remain encrypted with their old key');
    },
  };
}
