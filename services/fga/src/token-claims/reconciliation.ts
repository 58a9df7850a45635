import type { Logger } from '@platform/kit/telemetry';
import { asProblem } from '@platform/kit/problem';
import { repairRegistration } from './registrations.ts';
import type { Registrations } from './registrations.ts';
import { listPendingRegistrations } from './token-claims-store.ts';

const atOnce = 4;
const step = 500;
/**
 * A client whose attempt fails is not due again for a minute, so that rounds end. One that is
 * leased elsewhere is tried again.
 */
const rounds = 20;

export interface ReconcileOptions {
  log: Logger;
  registrations: Registrations;
}

/**
 * Repeats incomplete changes of clients at the hub, and those with a different URL. A later sweep
 * retries what fails. Returns whether every one succeeded.
 */
export async function reconcile({ log, registrations }: ReconcileOptions): Promise<boolean> {
  const { db, url } = registrations;
  let isComplete = true;
  for (let round = 0; round < rounds; round++) {
    const due = await db.work((tx) => listPendingRegistrations(tx, url, step));
    const isLast = due.length < step;
    const next = async (): Promise<void> => {
      for (let row = due.pop(); row; row = due.pop()) {
        const { tenantId, clientId } = row;
        await repairRegistration(registrations, tenantId, clientId).catch((error: unknown) => {
          isComplete = false;
          log.warn(
            { err: error, tenantId, clientId, code: asProblem(error).code },
            'token claims could not be registered with the hub yet',
          );
        });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    if (isLast) break;
  }
  return isComplete;
}
