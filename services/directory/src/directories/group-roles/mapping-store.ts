import type { Actor } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';

const mappings = directory.table('groupRoleMappings').narrow<{ createdBy: Actor }>();

/** A stored mapping. `groupKey` is the comparison key: for a display name, its {@link nameKey}. */
export type MappingRecord = RowOf<typeof mappings>;

/** A mapping with the group that it currently refers to; null if there is none yet. */
export type ResolvedMapping = MappingRecord & { groupId: string | null };

const columns = `m.id, m.directory_id, m.group_by, m.group_key, m.group_name, m.role,
  m.created_by, m.created_at`;
const resolved = `SELECT ${columns}, g.id AS group_id FROM group_role_mappings m LEFT JOIN directory_groups g ON g.tenant_id = m.tenant_id AND g.directory_id = m.directory_id
  AND m.group_key = CASE m.group_by WHEN 'id' THEN g.id WHEN 'external_id' THEN g.external_id ELSE g.display_name_key END`;

/** All mappings of a directory, oldest first. */
export const listMappings = (tx: Tx, directoryId: string): Promise<ResolvedMapping[]> =>
  tx.rows<ResolvedMapping>(
    `${resolved} WHERE m.tenant_id = $1 AND m.directory_id = $2 ORDER BY m.id`,
    [tx.context.tenantId, directoryId],
  );

export const findMapping = (tx: Tx, id: string): Promise<ResolvedMapping | undefined> =>
  tx.row<ResolvedMapping>(`${resolved} WHERE m.tenant_id = $1 AND m.id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const insertMapping = (tx: Tx, mapping: MappingRecord): Promise<number> =>
  mappings.insert(tx, mapping);

/** False if there is none. */
export const deleteMapping = async (tx: Tx, id: string): Promise<boolean> =>
  (await mappings.delete(tx, { id })) === 1;
