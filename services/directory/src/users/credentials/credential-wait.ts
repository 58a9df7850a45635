import { setTimeout as delay } from 'node:timers/promises';
import type { Database, TxContext } from '@platform/kit/database';
import type { Jobs } from '@platform/kit/jobs';
import { handoverKind } from './credential-handover.ts';
import { countWaitingCredentials } from './credential-handover-store.ts';

/** Resolves when the credential of a user has been handed over, or need not be waited for. */
export type CredentialWait = (context: TxContext, userId: string) => Promise<void>;

/** How long an answer waits at most, on a machine of usual speed. */
const usualLimitMs = 2_000;
/** With more that wait in the tenant, none is waited for. */
const mostWaiting = 5;
const firstPauseMs = 10;
const longestPauseMs = 200;

/**
 * Waits until a new user can sign in: a script that creates a user and signs in immediately would otherwise get a wrong password as its
 * error. It waits for the first attempt alone, which fails immediately while the identity service is unavailable. It does not wait if
 * many hand-overs do, as when thousands of users are created: none of them signs in immediately, and each response would wait for
 * all hand-overs in front of its own.
 */
export const credentialWait =
  ({
    db,
    jobs,
    deadlineFactor,
  }: {
    db: Pick<Database, 'read'>;
    jobs: Pick<Jobs, 'isUntried'>;
    /** How much slower than usual the machines are. */
    deadlineFactor: number;
  }): CredentialWait =>
  async (context, userId) => {
    const until = performance.now() + usualLimitMs * deadlineFactor;
    for (let pauseMs = firstPauseMs; performance.now() < until; pauseMs *= 2) {
      const [waiting, isUntried] = await db.read(context, (tx) =>
        Promise.all([
          countWaitingCredentials(tx, mostWaiting + 1),
          jobs.isUntried(tx, handoverKind, userId),
        ]),
      );
      if (!isUntried || waiting > mostWaiting) return;
      await delay(Math.min(pauseMs, longestPauseMs));
    }
  };
