import type { Tx } from '@platform/kit/database';
import { brokenUnique } from '@platform/kit/database';
import { because } from '@platform/kit/problem';
import { addStep, directoryGroupCounter } from '../counters/counters.ts';
import type { DirectoryGroupRecord } from './directory-group-record.ts';
import { nameKey } from './provisioned-resource.ts';

/** What a directory group is read from, of `directory_groups g`. */
export const directoryGroupColumns = `g.id, g.directory_id, g.display_name, g.external_id, g.resource AS attributes,
  g.member_count, g.remote_version, g.version, g.created_at, g.updated_at`;

type Row = DirectoryGroupRecord & Record<string, unknown>;

const taken = (pointer: string) =>
  because('already_exists', {
    pointer,
    code: 'already_exists',
    detail: `Another group of the directory already has this ${pointer.slice(1)}`,
  });

const find = (
  tx: Tx,
  directoryId: string,
  column: 'id' | 'external_id' | 'display_name_key',
  value: string,
  lock = '',
): Promise<DirectoryGroupRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${directoryGroupColumns} FROM directory_groups g WHERE g.tenant_id = $1 AND g.directory_id = $2 AND g.${column} = $3 ${lock}`,
    [tx.context.tenantId, directoryId, value],
  );

export const findDirectoryGroup = (tx: Tx, directoryId: string, id: string) =>
  find(tx, directoryId, 'id', id);

export const lockDirectoryGroup = (tx: Tx, directoryId: string, id: string) =>
  find(tx, directoryId, 'id', id, 'FOR UPDATE');

export const lockGroupByExternalId = (tx: Tx, directoryId: string, externalId: string) =>
  find(tx, directoryId, 'external_id', externalId, 'FOR UPDATE');

export const lockGroupByName = (tx: Tx, directoryId: string, displayName: string) =>
  find(tx, directoryId, 'display_name_key', nameKey(displayName), 'FOR UPDATE');

const valuesOf = (tx: Tx, group: DirectoryGroupRecord): unknown[] => [
  tx.context.tenantId,
  group.directoryId,
  group.id,
  group.displayName,
  nameKey(group.displayName),
  group.externalId,
  JSON.stringify(group.attributes),
  group.memberCount,
  group.remoteVersion,
  group.version,
  group.updatedAt,
];

/** Adds a group. 409 where another one has its name or external id. */
export async function insertDirectoryGroup(tx: Tx, group: DirectoryGroupRecord): Promise<void> {
  const inserted = await tx.execute(
    `INSERT INTO directory_groups (tenant_id, directory_id, id, display_name, display_name_key, external_id, resource, member_count, remote_version, version,
       updated_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT DO NOTHING`,
    valuesOf(tx, group),
  );
  if (inserted === 0) throw taken('/displayName');
  await addStep(tx, directoryGroupCounter(group.directoryId), 1);
}

const clashes: Record<string, string> = {
  directory_groups__display_name_key: '/displayName',
  directory_groups__external_id_key: '/externalId',
};

export async function updateDirectoryGroup(tx: Tx, group: DirectoryGroupRecord): Promise<void> {
  try {
    await tx.execute(
      `UPDATE directory_groups SET display_name = $4, display_name_key = $5, external_id = $6, resource = $7, member_count = $8, remote_version = $9,
         version = $10, updated_at = $11
       WHERE tenant_id = $1 AND directory_id = $2 AND id = $3`,
      valuesOf(tx, group),
    );
  } catch (error) {
    const pointer = clashes[brokenUnique(error) ?? ''];
    throw pointer === undefined ? error : taken(pointer);
  }
}

/** Removes a group; its members are removed apart. */
export async function deleteDirectoryGroup(
  tx: Tx,
  { directoryId, id }: Pick<DirectoryGroupRecord, 'directoryId' | 'id'>,
): Promise<void> {
  await tx.execute(
    'DELETE FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND id = $3',
    [tx.context.tenantId, directoryId, id],
  );
  await addStep(tx, directoryGroupCounter(directoryId), -1);
}

/** Remembers the id of a group that is removed, by its external id. */
export async function insertRetiredGroup(
  tx: Tx,
  { directoryId, externalId, id }: Pick<DirectoryGroupRecord, 'directoryId' | 'externalId' | 'id'>,
): Promise<void> {
  if (externalId === null) return;
  await tx.execute(
    `INSERT INTO retired_directory_groups (tenant_id, directory_id, external_id, group_id, retired_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (tenant_id, directory_id, external_id) DO UPDATE SET group_id = excluded.group_id, retired_at = excluded.retired_at`,
    [tx.context.tenantId, directoryId, externalId, id],
  );
}

/** The id that a group had before it was removed, which is forgotten here. */
export async function takeRetiredGroup(
  tx: Tx,
  directoryId: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(
    `DELETE FROM retired_directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND external_id = $3 RETURNING group_id AS id`,
    [tx.context.tenantId, directoryId, externalId],
  );
  return row?.id;
}
