import type { Tx } from '@platform/kit/database';
import type { RowBucket } from '@platform/kit/upkeep';

/**
 * Publishes the entries of the tenant: until then, a missing one would mean that the tenant has no
 * rules or policies.
 */
export async function shareEntries(tx: Tx, buckets: readonly RowBucket[]): Promise<void> {
  for (const { table, columns = [], version, share } of buckets) {
    const rows = await tx.rows<{ ids: string[]; seen: number }>(
      `SELECT ARRAY[${columns.join(', ')}]::text[] AS ids, ${version} AS seen FROM ${table} WHERE tenant_id = $1`,
      [tx.context.tenantId],
    );
    for (const { ids, seen } of rows) await share(tx, ids, { seen, held: 0 });
  }
}
