import type { DirectoryGroupResource, DirectoryUserResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** What lists of a directory's content are narrowed by. */
export interface ContentFilter {
  /** Beginning of a name, in lower case. */
  prefix?: string | undefined;
  linked?: boolean | undefined;
}

interface Times {
  createdAt: Date;
  updatedAt: Date;
}
type UserRow = Omit<DirectoryUserResource, keyof Times> & Times;
type GroupRow = Omit<DirectoryGroupResource, keyof Times> & Times;

const shown = <R extends Times>(
  row: R,
): Omit<R, keyof Times> & { createdAt: string; updatedAt: string } => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const named = (column: string): string => `($4::text IS NULL OR starts_with(${column}, $4::text))`;

/** Users of a directory, newest first. */
export async function listDirectoryUsers(
  tx: Tx,
  directoryId: string,
  { prefix, linked }: ContentFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DirectoryUserResource[]> {
  const rows = await tx.rows<UserRow>(
    `SELECT id, user_name, external_id, display_name, active, user_id, link, manages, problems,
       created_at, updated_at
     FROM directory_users WHERE tenant_id = $1 AND directory_id = $2 AND ($3::text IS NULL OR id < $3)
       AND (${named('user_name_key')} OR ${named('lower(display_name)')}) AND ($5::boolean IS NULL OR (user_id IS NOT NULL) = $5)
     ORDER BY id DESC LIMIT $6`,
    [tx.context.tenantId, directoryId, before ?? null, prefix ?? null, linked ?? null, limit],
  );
  return rows.map(shown);
}

/** Groups of a directory, newest first. */
export async function listDirectoryGroups(
  tx: Tx,
  directoryId: string,
  { prefix }: ContentFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DirectoryGroupResource[]> {
  const rows = await tx.rows<GroupRow>(
    `SELECT id, display_name, external_id, created_at, updated_at
     FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND ($3::text IS NULL OR id < $3) AND ${named('display_name_key')}
     ORDER BY id DESC LIMIT $5`,
    [tx.context.tenantId, directoryId, before ?? null, prefix ?? null, limit],
  );
  return rows.map(shown);
}
