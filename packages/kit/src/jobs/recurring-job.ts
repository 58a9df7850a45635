import { Cron } from 'croner';
import { defaultTenantId } from '@platform/contracts';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { handleJob, jobKind } from './job-kind.ts';
import type { JobMount } from './job-kind.ts';
import { insertJob } from './job-store.ts';
import type { SingletonJob } from './singleton-job.ts';

/**
 * Builds a singleton that runs at the times of a cron expression: second, minute, hour, day, month,
 * day of the week, in UTC.
 */
export const cron = (
  expression: string,
  name: string,
  work: SingletonJob['work'],
): SingletonJob => ({ name, schedule: expression, work });

/** Returns the next time of a schedule. Throws if a cron expression has none. */
export function nextRun(schedule: number | string, after: Date): Date {
  if (typeof schedule === 'number') return new Date(after.getTime() + schedule);
  const next = new Cron(schedule, { timezone: 'UTC', mode: '6-part' }).nextRun(after);
  if (!next) throw new Error(`the schedule ${schedule} never occurs`);
  return next;
}

const prefix = 'singleton: ';
const attemptsOf = (schedule: number | string, now: Date): number => {
  const pause =
    nextRun(schedule, nextRun(schedule, now)).getTime() - nextRun(schedule, now).getTime();
  // A job that recurs within a minute needs no retry in between.
  return pause < 60_000 ? 1 : 3;
};

/** Returns the name of a singleton's kind in the table. */
export const singletonKind = (name: string): string => prefix + name;

/** Wraps a singleton as a kind of job with one row, which belongs to the platform's own tenant. */
export function singletonMount(singleton: SingletonJob, onRun: (name: string) => void): JobMount {
  const { name, schedule, work } = singleton;
  const kind = jobKind({
    name: singletonKind(name),
    payload: z.unknown(),
    concurrency: 1,
    maxAttempts: attemptsOf(schedule, new Date()),
  });
  const run = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
    onRun(name);
    await work(signal);
  };
  return { ...handleJob(kind, { run }), next: (now) => nextRun(schedule, now) };
}

const platform = { tenantId: defaultTenantId, actor: { type: 'system', id: 'jobs' } } as const;

/**
 * Ensures that there is one row per singleton, with its current schedule. A new singleton, and one
 * that also runs at starts, is due immediately; a new cron expression starts with its next time.
 */
export function ensureSingletons(
  db: Pick<Database, 'transact'>,
  singletons: readonly SingletonJob[],
  now: Date,
): Promise<void> {
  return db.transact(platform, async (tx) => {
    for (const { name, schedule, atStart = false } of singletons) {
      const isCron = typeof schedule === 'string';
      const runAt = isCron && !atStart ? nextRun(schedule, now) : now;
      const job = {
        id: newId('job'),
        kind: singletonKind(name),
        payload: {},
        priority: 5,
        dedupeKey: 'singleton',
        subjectId: undefined,
        runAt,
        maxAttempts: attemptsOf(schedule, now),
        retentionMs: 0,
        schedule: String(schedule),
      };
      if (await insertJob(tx, job)) continue;
      await tx.execute(
        `UPDATE job SET schedule = $3, max_attempts = $4, run_at = least(run_at, $5), is_due = is_due OR least(run_at, $5) <= now()
         WHERE tenant_id = $1 AND kind = $2 AND state = 'PENDING' AND ($6 OR schedule IS DISTINCT FROM $3)`,
        [tx.context.tenantId, job.kind, job.schedule, job.maxAttempts, runAt, atStart],
      );
    }
  });
}
