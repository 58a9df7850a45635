import type { Database } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import { workInBlocks } from '../tenant-blocks.ts';
import { deleteConsents, listEndedConsents } from './consent-store.ts';

const hourMs = 3_600_000;

/** Deletes ended consents whose retention as proof is over. Returns the number of consents. */
export const deleteEndedConsents = (
  db: Database,
  retentionMs: number,
  signal?: AbortSignal,
): Promise<number> =>
  workInBlocks(
    db,
    'consent-retention',
    { list: (tx, limit) => listEndedConsents(tx, retentionMs, limit), work: deleteConsents },
    signal,
  );

/** Runs the deletion every hour. */
export const consentRetention = (db: Database, retentionMs: number): SingletonJob => ({
  name: 'ended consents',
  schedule: hourMs,
  work: (signal) => deleteEndedConsents(db, retentionMs, signal),
});
