import type { ChallengePurpose } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A row of challenges. */
export interface ChallengeRow {
  id: string;
  subject: string | null;
  userId: string | null;
  purpose: ChallengePurpose;
  method: string;
  loginId: string;
  /** Sealed. */
  content: string;
  triesLeft: number;
  expiresAt: Date;
}

const columns = `id, subject, user_id, purpose, method, login_id, content, tries_left, expires_at`;

/** Replaces the live challenge of the person for the purpose. */
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

/** Takes a try and locks the challenge until the transaction ends; undefined when it cannot be answered any more. */
export const takeTry = (
  tx: Tx,
  { id, method, loginId, now }: { id: string; method: string; loginId: string; now: Date },
): Promise<ChallengeRow | undefined> =>
  tx.row<ChallengeRow>(
    `UPDATE challenges SET tries_left = tries_left - 1
     WHERE tenant_id = $1 AND id = $2 AND method = $3 AND login_id = $4 AND used_at IS NULL AND expires_at > $5 AND tries_left > 0
     RETURNING ${columns}`,
    [tx.context.tenantId, id, method, loginId, now],
  );

/** Redeems a challenge; undefined when it was redeemed already. */
export const redeemChallenge = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ id: string } | undefined> =>
  tx.row<{ id: string }>(
    'UPDATE challenges SET used_at = $3 WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL RETURNING id',
    [tx.context.tenantId, id, now],
  );

/** Whether a challenge has no tries left. */
export const isExhausted = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(
    'SELECT FROM challenges WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND tries_left = 0',
    [tx.context.tenantId, id],
  )) !== undefined;

export const deleteChallengesOf = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM challenges WHERE tenant_id = $1 AND (user_id = $2 OR subject = $2)', [
    tx.context.tenantId,
    userId,
  ]);

export const isSubjectDeactivated = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.row('SELECT FROM deactivated_subjects WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ])) !== undefined;

export const insertDeactivatedSubject = (tx: Tx, userId: string, at: Date): Promise<number> =>
  tx.execute(
    'INSERT INTO deactivated_subjects (tenant_id, user_id, deactivated_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, userId, at],
  );

export const deleteDeactivatedSubject = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM deactivated_subjects WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ]);
