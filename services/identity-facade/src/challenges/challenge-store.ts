import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const challenges = identityFacade.table('challenges').omit('usedAt');
const live = challenges.only({ usedAt: null });
const deactivatedSubjects = identityFacade.table('deactivatedSubjects');

/** `content` is sealed. */
export type ChallengeRow = RowOf<typeof challenges>;

/** Replaces the open challenge of the subject for the purpose. */
export const upsertChallenge = (tx: Tx, row: ChallengeRow): Promise<number> =>
  tx.execute(
    `INSERT INTO challenges (tenant_id, id, subject, user_id, purpose, method, login_id, content, tries_left, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (tenant_id, subject, purpose) WHERE used_at IS NULL AND subject IS NOT NULL
     DO UPDATE SET id = $2, user_id = $4, method = $6, login_id = $7, content = $8, tries_left = $9, expires_at = $10`,
    [
      tx.context.tenantId,
      row.id,
      row.subject,
      row.userId,
      row.purpose,
      row.method,
      row.loginId,
      row.content,
      row.triesLeft,
      row.expiresAt,
    ],
  );

/** Takes an attempt and locks the challenge until the transaction ends; undefined if it is closed. */
export const takeTry = (
  tx: Tx,
  { id, method, loginId, now }: { id: string; method: string; loginId: string; now: Date },
): Promise<ChallengeRow | undefined> =>
  live
    .only((of) => of.and([of('expiresAt', '>', now), of('triesLeft', '>', 0)]))
    .updateReturning(tx, { id, method, loginId }, (of) => ({
      triesLeft: of('triesLeft', '-', 1),
    }));

/** Redeems a challenge; undefined if it is already redeemed. */
export const redeemChallenge = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<Pick<ChallengeRow, 'id'> | undefined> =>
  live.pick('id').updateReturning(tx, { id }, { usedAt: now });

/** Finds the method of an enrollment that a user has begun. */
export const findEnrollmentMethod = async (
  tx: Tx,
  { id, userId, loginId }: { id: string; userId: string; loginId: string },
): Promise<string | undefined> =>
  (await challenges.pick('method').find(tx, { id, userId, loginId, purpose: 'enroll' }))?.method;

/** Whether a challenge has no attempts left. */
export const isExhausted = async (tx: Tx, id: string): Promise<boolean> =>
  (await live.pick('id').find(tx, { id, triesLeft: 0 })) !== undefined;

export const deleteChallengesOf = (tx: Tx, userId: string): Promise<number> =>
  challenges
    .only((of) => of.or([of('userId', '=', userId), of('subject', '=', userId)]))
    .delete(tx, {});

export const isSubjectDeactivated = async (tx: Tx, userId: string): Promise<boolean> =>
  (await deactivatedSubjects.pick('userId').find(tx, { userId })) !== undefined;

export const insertDeactivatedSubject = (
  tx: Tx,
  userId: string,
  deactivatedAt: Date,
): Promise<number> => deactivatedSubjects.insertIfAbsent(tx, { userId, deactivatedAt });

export const deleteDeactivatedSubject = (tx: Tx, userId: string): Promise<number> =>
  deactivatedSubjects.delete(tx, { userId });
