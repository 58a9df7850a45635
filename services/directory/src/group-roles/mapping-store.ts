import type { Actor } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A mapping as it is kept. */
export interface MappingRecord {
  id: string;
  directoryId: string;
  groupBy: 'id' | 'external_id' | 'display_name';
  /** As compared: of a display name, in lower case. */
  groupKey: string;
  groupName: string;
  role: string;
  createdBy: Actor;
  createdAt: Date;
}

/** A mapping with the group that it means now. */
export interface ResolvedMapping extends MappingRecord {
  /** The group in the directory; null: there is none yet. */
  groupId: string | null;
}

type Row = ResolvedMapping & Record<string, unknown>;

const columns = `m.id, m.directory_id, m.group_by, m.group_key, m.group_name, m.role,
  m.created_by, m.created_at`;
const resolved = `SELECT ${columns}, g.id AS group_id FROM group_role_mappings m LEFT JOIN directory_groups g ON g.tenant_id = m.tenant_id AND g.directory_id = m.directory_id
  AND m.group_key = CASE m.group_by WHEN 'id' THEN g.id WHEN 'external_id' THEN g.external_id ELSE g.display_name_key END`;

/** All mappings of a directory, in the order in which they were made. */
export const listMappings = (tx: Tx, directoryId: string): Promise<ResolvedMapping[]> =>
  tx.rows<Row>(`${resolved} WHERE m.tenant_id = $1 AND m.directory_id = $2 ORDER BY m.id`, [
    tx.context.tenantId,
    directoryId,
  ]);

export const findMapping = (tx: Tx, id: string): Promise<ResolvedMapping | undefined> =>
  tx.row<Row>(`${resolved} WHERE m.tenant_id = $1 AND m.id = $2`, [tx.context.tenantId, id]);

export async function insertMapping(tx: Tx, m: MappingRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO group_role_mappings (tenant_id, id, directory_id, group_by, group_key, group_name, role, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.context.tenantId,
      m.id,
      m.directoryId,
      m.groupBy,
      m.groupKey,
      m.groupName,
      m.role,
      JSON.stringify(m.createdBy),
      m.createdAt,
    ],
  );
}

/** True when there was one. */
export const deleteMapping = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.execute('DELETE FROM group_role_mappings WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ])) === 1;
