import type { Tx } from '@platform/kit/database';
import {
  deleteChallengesOf,
  deleteDeactivatedSubject,
  insertDeactivatedSubject,
} from './challenge-store.ts';

/** Ends the challenges of a user. Returns their number. */
export const endChallenges = (tx: Tx, userId: string): Promise<number> =>
  deleteChallengesOf(tx, userId);

/** Ends the challenges of a user and allows no new ones. */
export async function barSubject(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteChallengesOf(tx, userId);
  await insertDeactivatedSubject(tx, userId, now);
}

/** Reverts {@link barSubject}. Returns 0 if the user was not barred. */
export const admitSubject = (tx: Tx, userId: string): Promise<number> =>
  deleteDeactivatedSubject(tx, userId);
