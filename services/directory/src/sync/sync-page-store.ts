import type { Tx } from '@platform/kit/database';
import type { RemoteUser } from '../sources/remote-records.ts';

/** A group as it is staged. */
export interface StagedGroup {
  externalId: string;
  /** Null: the source sent only the members. */
  displayName: string | null;
  version: string | null;
  /** External ids. */
  members: readonly string[];
}

interface StagedContents {
  users: readonly RemoteUser[];
  groups: readonly StagedGroup[];
}

/** The kinds of what is staged. */
export type StagedKind = keyof StagedContents;

/** A piece of what a run has read, which one transaction writes. */
export interface StagedPage<K extends StagedKind> {
  number: number;
  content: StagedContents[K];
}

export async function insertPage<K extends StagedKind>(
  tx: Tx,
  directoryId: string,
  kind: K,
  { number, content }: StagedPage<K>,
): Promise<void> {
  await tx.execute(
    'INSERT INTO sync_pages (tenant_id, directory_id, kind, number, content) VALUES ($1, $2, $3, $4, $5)',
    [tx.context.tenantId, directoryId, kind, number, JSON.stringify(content)],
  );
}

/** Pages from behind `after`, in the order in which they were read. */
export const listPages = <K extends StagedKind>(
  tx: Tx,
  directoryId: string,
  kind: K,
  { after, limit }: { after: number; limit: number },
): Promise<StagedPage<K>[]> =>
  tx.rows<StagedPage<K> & Record<string, unknown>>(
    `SELECT number, content FROM sync_pages WHERE tenant_id = $1 AND directory_id = $2 AND kind = $3 AND number > $4
     ORDER BY number LIMIT $5`,
    [tx.context.tenantId, directoryId, kind, after, limit],
  );

export async function deletePage(
  tx: Tx,
  directoryId: string,
  kind: StagedKind,
  number: number,
): Promise<void> {
  await tx.execute(
    'DELETE FROM sync_pages WHERE tenant_id = $1 AND directory_id = $2 AND kind = $3 AND number = $4',
    [tx.context.tenantId, directoryId, kind, number],
  );
}

/** Takes groups back out of what is staged. */
export async function unstageGroups(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
): Promise<void> {
  await tx.execute(
    `UPDATE sync_pages SET content = coalesce((SELECT jsonb_agg(g) FROM jsonb_array_elements(content) AS g WHERE g ->> 'externalId' <> ALL ($3)), '[]')
     WHERE tenant_id = $1 AND directory_id = $2 AND kind = 'groups'`,
    [tx.context.tenantId, directoryId, externalIds],
  );
}

/** Removes whatever a directory has staged. */
export async function deletePages(tx: Tx, directoryId: string): Promise<void> {
  await tx.execute('DELETE FROM sync_pages WHERE tenant_id = $1 AND directory_id = $2', [
    tx.context.tenantId,
    directoryId,
  ]);
}
