import type { ImportedPasswordHashInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A row of password_credentials, but for when it was imported. */
export interface PasswordRow {
  hash: string | null;
  pepperId: string | null;
  foreignHash: ImportedPasswordHashInput | null;
  mustChange: boolean;
  setAt: Date;
}

export const findPassword = async (tx: Tx, userId: string): Promise<PasswordRow | undefined> =>
  (
    await tx.prepared<PasswordRow>(
      'password_of_user',
      `SELECT hash, pepper_id, foreign_hash, must_change, set_at
       FROM password_credentials WHERE tenant_id = $1 AND user_id = $2`,
      [tx.context.tenantId, userId],
    )
  )[0];

const valuesOf = (tx: Tx, userId: string, row: PasswordRow): unknown[] => [
  tx.context.tenantId,
  userId,
  row.hash,
  row.pepperId,
  row.foreignHash === null ? null : JSON.stringify(row.foreignHash),
  row.mustChange,
  row.setAt,
];

const insert = `INSERT INTO password_credentials (tenant_id, user_id, hash, pepper_id, foreign_hash, must_change, set_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

export const upsertPassword = (tx: Tx, userId: string, row: PasswordRow): Promise<number> =>
  tx.execute(
    `${insert} ON CONFLICT (tenant_id, user_id) DO UPDATE SET hash = $3, pepper_id = $4, foreign_hash = $5, must_change = $6, set_at = $7,
       imported_as_of = NULL`,
    valuesOf(tx, userId, row),
  );

/** Leaves a password that is there already. */
export const insertPassword = (tx: Tx, userId: string, row: PasswordRow): Promise<number> =>
  tx.execute(`${insert} ON CONFLICT (tenant_id, user_id) DO NOTHING`, valuesOf(tx, userId, row));

/** Replaces the hash of the same password, unless the password was set anew meanwhile. */
export const replaceHash = (
  tx: Tx,
  userId: string,
  { hash, pepperId, setAt }: { hash: string; pepperId: string; setAt: Date },
): Promise<number> =>
  tx.execute(
    `UPDATE password_credentials SET hash = $3, pepper_id = $4, foreign_hash = NULL
     WHERE tenant_id = $1 AND user_id = $2 AND set_at = $5`,
    [tx.context.tenantId, userId, hash, pepperId, setAt],
  );

export const requirePasswordChange = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(
    'UPDATE password_credentials SET must_change = true WHERE tenant_id = $1 AND user_id = $2 AND NOT must_change',
    [tx.context.tenantId, userId],
  );

export const deletePassword = (tx: Tx, userId: string): Promise<number> =>
  tx.execute('DELETE FROM password_credentials WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ]);
