import type { Database } from '../database/database.ts';
import type { SecretBox } from '../secrets/secrets.ts';
import type { SealedColumn } from './reseal-column.ts';

interface KeyRows {
  keyId: string;
  rows: number;
}

async function usageOf(
  db: Pick<Database, 'work' | 'read'>,
  { table, platformTenantId }: SealedColumn,
): Promise<KeyRows[]> {
  const sql = `SELECT seal_key_id AS key_id, count(*) AS rows FROM ${table} WHERE seal_key_id IS NOT NULL GROUP BY seal_key_id`;
  if (platformTenantId === undefined) return db.work((tx) => tx.rows<KeyRows>(sql));
  return db.read({ tenantId: platformTenantId, actor: { type: 'system', id: 'resealing' } }, (tx) =>
    tx.rows<KeyRows>(sql),
  );
}

/**
 * Counts the values under each known key, including 0. All others count as `unknown`: arbitrary
 * content must not become a label.
 */
export async function sealUsage(
  db: Pick<Database, 'work' | 'read'>,
  { keyIds }: Pick<SecretBox, 'keyIds'>,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const usage = new Map([...keyIds, 'unknown'].map((keyId) => [keyId, 0]));
  for (const column of columns) {
    for (const { keyId, rows } of await usageOf(db, column)) {
      const label = keyIds.includes(keyId) ? keyId : 'unknown';
      usage.set(label, (usage.get(label) ?? 0) + rows);
    }
  }
  return usage;
}
