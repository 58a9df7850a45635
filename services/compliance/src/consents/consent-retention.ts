import type { Database } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import { workInBlocks } from '../tenant-blocks.ts';
import { deleteConsents, listEndedConsents } from './consent-store.ts';

const hourMs = 3_600_000;

/** Deletes consents that ended longer ago than they are kept as proof. Returns how many. */
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

/** The deletion, every hour. */
export const consentRetention = (db: Database, retentionMs: number): SingletonJob => ({
  name: 'ended consents',
  schedule: hourMs,
  work: (signal) => deleteEndedConsents(db, retentionMs, signal),
});
