import { arrayLiteral, textArray } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';
import type { PasswordRow } from './password-store.ts';

const imports = identityFacade.table('credentialImports');

/** Inserts the keys of an import, in the same order for all writers. Returns those that were not applied before. */
export const insertImports = async (
  tx: Tx,
  items: readonly { key: string; userId: string }[],
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ key: string }>(
        `INSERT INTO credential_imports (tenant_id, key, user_id)
         SELECT $1, key, user_id FROM unnest($2::text[], $3::text[]) AS i (key, user_id)
         ORDER BY key COLLATE "C" ON CONFLICT DO NOTHING RETURNING key`,
        [
          tx.context.tenantId,
          textArray(items.map(({ key }) => key)),
          textArray(items.map(({ userId }) => userId)),
        ],
      )
    ).map(({ key }) => key),
  );

/**
 * Stores imported passwords, one per user, in the same order for all writers. Returns the stored users. A password that was set
 * here stays, and so does one of a later import: the later credential wins, regardless of the order of concurrent calls.
 */
export const upsertImportedPasswords = async (
  tx: Tx,
  passwords: readonly { userId: string; asOf: string; row: PasswordRow }[],
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ userId: string }>(
        `INSERT INTO password_credentials AS held
           (tenant_id, user_id, hash, pepper_id, foreign_hash, must_change, set_at, imported_as_of)
         SELECT $1, user_id, hash, pepper_id, foreign_hash::json, must_change, set_at, as_of
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::timestamptz[], $8::timestamptz[])
           AS p (user_id, hash, pepper_id, foreign_hash, must_change, set_at, as_of)
         ORDER BY user_id COLLATE "C"
         ON CONFLICT (tenant_id, user_id) DO UPDATE SET hash = excluded.hash, pepper_id = excluded.pepper_id,
           foreign_hash = excluded.foreign_hash, must_change = held.must_change OR excluded.must_change,
           set_at = excluded.set_at, imported_as_of = excluded.imported_as_of
           WHERE held.imported_as_of < excluded.imported_as_of
         RETURNING user_id`,
        [
          tx.context.tenantId,
          textArray(passwords.map(({ userId }) => userId)),
          textArray(passwords.map(({ row }) => row.hash)),
          textArray(passwords.map(({ row }) => row.pepperId)),
          textArray(passwords.map(({ row }) => row.foreignHash && JSON.stringify(row.foreignHash))),
          arrayLiteral(passwords.map(({ row }) => row.mustChange)),
          arrayLiteral(passwords.map(({ row }) => row.setAt.toISOString())),
          arrayLiteral(passwords.map(({ asOf }) => asOf || '-infinity')),
        ],
      )
    ).map(({ userId }) => userId),
  );

/** The keys that are already applied. */
export const listAppliedImports = async (tx: Tx, keys: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ key: string }>(
        'SELECT key FROM credential_imports WHERE tenant_id = $1 AND key = ANY ($2::text[])',
        [tx.context.tenantId, textArray(keys)],
      )
    ).map(({ key }) => key),
  );

export const deleteImportsOf = (tx: Tx, userId: string): Promise<number> =>
  imports.delete(tx, { userId });
