import { setTimeout as delay } from 'node:timers/promises';
import type { Database, TxContext } from '@platform/kit/database';
import type { Jobs } from '@platform/kit/jobs';
import { handoverKind } from './credential-handover.ts';
import { countWaitingCredentials } from './credential-handover-store.ts';

/**
 * Resolves when the credential of a user has been handed over, or waiting for it is unnecessary.
 */
export type CredentialWait = (context: TxContext, userId: string) => Promise<void>;

/** The longest wait of a response, on a machine of normal speed. */
const defaultLimitMs = 2_000;
/** With more credentials waiting in the tenant, responses do not wait. */
const maxWaiting = 5;
const firstPauseMs = 10;
const longestPauseMs = 200;

/**
 * Waits until a new user can sign in: otherwise a script that creates a user and signs in
 * immediately would get a wrong-password error. Waits only for the first attempt, which fails
 * immediately while the identity service is unavailable. Does not wait while many hand-overs are
 * pending, as when thousands of users are created: none of them signs in immediately, and each
 * response would wait for all earlier hand-overs.
 */
export const credentialWait =
  ({
    db,
    jobs,
    deadlineFactor,
  }: {
    db: Pick<Database, 'read'>;
    jobs: Pick<Jobs, 'isUntried'>;
    /** How much slower than normal the machines are. */
    deadlineFactor: number;
  }): CredentialWait =>
  async (context, userId) => {
    const until = performance.now() + defaultLimitMs * deadlineFactor;
    for (let pauseMs = firstPauseMs; performance.now() < until; pauseMs *= 2) {
      const [waiting, isUntried] = await db.read(context, (tx) =>
        Promise.all([
          countWaitingCredentials(tx, maxWaiting + 1),
          jobs.isUntried(tx, handoverKind, userId),
        ]),
      );
      if (!isUntried || waiting > maxWaiting) return;
      await delay(Math.min(pauseMs, longestPauseMs));
    }
  };
