import { isPurged } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { cron } from '@platform/kit/jobs';
import type { SingletonJob } from '@platform/kit/jobs';
import { databaseNow } from '../database-clock.ts';
import { workInBlocks } from '../tenant-blocks.ts';
import { closeIfDue } from './consent-expiry.ts';
import { listDueConsents, lockConsentIfFree } from './consent-store.ts';

/** Expires those of a tenant's consents that are due. Skips locked ones until the next sweep. */
async function closeDue(tx: Tx, ids: readonly string[]): Promise<number> {
  if (await isPurged(tx)) return 0;
  const now = await databaseNow(tx);
  let closed = 0;
  for (const id of ids) {
    const consent = await lockConsentIfFree(tx, id);
    if (consent && (await closeIfDue(tx, consent, now))) closed += 1;
  }
  return closed;
}

/** Records expired consents. Returns the number of consents. */
export const sweepConsents = (db: Database, signal?: AbortSignal): Promise<number> =>
  workInBlocks(db, 'consent-sweep', { list: listDueConsents, work: closeDue }, signal);

/** Runs the sweep on its schedule. */
export const consentSweep = (db: Database, schedule: string): SingletonJob =>
  cron(schedule, 'expired consents', (signal) => sweepConsents(db, signal));
