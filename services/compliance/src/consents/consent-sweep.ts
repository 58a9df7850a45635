import { isPurged } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { cron } from '@platform/kit/jobs';
import type { SingletonJob } from '@platform/kit/jobs';
import { databaseNow } from '../database-clock.ts';
import { closeIfDue } from './consent-expiry.ts';
import { listDueConsents, lockConsentIfFree } from './consent-store.ts';

const blockRows = 500;
const actor = { type: 'system', id: 'consent-sweep' } as const;

/** Closes the consents of one tenant among these ids; those that somebody else holds stay for the next time. */
async function closeOfTenant(
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  return db.transact({ tenantId, actor }, async (tx) => {
    if (await isPurged(tx)) return 0;
    const now = await databaseNow(tx);
    let closed = 0;
    for (const id of ids) {
      const consent = await lockConsentIfFree(tx, id);
      if (consent && (await closeIfDue(tx, consent, now))) closed += 1;
    }
    return closed;
  });
}

/** Writes that consents have expired, 500 at a time, until a block closes none. Answers how many. */
export async function sweepConsents(db: Database, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const due = await db.work((tx) => listDueConsents(tx, blockRows));
    const tenants = [...new Set(due.map(({ tenantId }) => tenantId))];
    let closed = 0;
    for (const tenantId of tenants) {
      const ids = due.filter((one) => one.tenantId === tenantId).map(({ id }) => id);
      closed += await closeOfTenant(db, tenantId, ids);
    }
    total += closed;
    if (closed === 0) return total;
  }
  return total;
}

/** The sweep on its schedule. */
export const consentSweep = (db: Database, schedule: string): SingletonJob =>
  cron(schedule, 'expired consents', (signal) => sweepConsents(db, signal));
