import type { Tx } from '@platform/kit/database';
import {
  deleteChallengesOf,
  deleteDeactivatedSubject,
  insertDeactivatedSubject,
} from './challenge-store.ts';

/** Ends the challenges of a person; how many there were. */
export const endChallenges = (tx: Tx, userId: string): Promise<number> =>
  deleteChallengesOf(tx, userId);

/** Ends the challenges of a person and allows no new ones. */
export async function barSubject(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteChallengesOf(tx, userId);
  await insertDeactivatedSubject(tx, userId, now);
}

/** The reverse of {@link barSubject}: 0 when the person was not barred. */
export const admitSubject = (tx: Tx, userId: string): Promise<number> =>
  deleteDeactivatedSubject(tx, userId);
