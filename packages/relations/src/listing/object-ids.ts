import type { Tx } from '@platform/kit/database';
import type { CompiledModel } from '../models/compiled-model.ts';
import { tenantOf } from '../store/tenant-uuid.ts';

/** Distinct ids of a type's objects, in the order of the primary key; tuples that this model takes no more, or that expired, name none. */
export async function listObjectIds(
  tx: Tx,
  model: CompiledModel,
  { type, after, limit }: { type: string; after: string | null; limit: number },
): Promise<string[]> {
  // Names hold no white space.
  const taken = [...(model.types.get(type)?.relations.values() ?? [])].flatMap(
    ({ name, restrictions }) =>
      restrictions.map((r) =>
        [name, r.type, r.relation ?? '', r.wildcard, r.condition ?? ''].join(' '),
      ),
  );
  const rows = await tx.rows<{ id: string }>(
    `SELECT DISTINCT object_id AS id FROM relation_tuples
     WHERE tenant_id = $1 AND object_type = $2 AND object_id > $3 AND (expires_at IS NULL OR expires_at > now())
       AND relation || ' ' || subject_type || ' ' || subject_relation || ' ' || (subject_id = '*')::text || ' ' || coalesce(condition_name, '') = ANY ($5::text[])
     ORDER BY object_id LIMIT $4`,
    [tenantOf(tx), type, after ?? '', limit, taken],
  );
  return rows.map((row) => row.id);
}
