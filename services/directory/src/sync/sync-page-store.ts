import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';
import type { RemoteUser } from './sources/remote-records.ts';

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

export type StagedKind = keyof StagedContents;

/** A piece of what a run has read, which one transaction writes. */
export interface StagedPage<K extends StagedKind> {
  number: number;
  content: StagedContents[K];
}

const pages = directory.table('syncPages');
const pagesWith = <K extends StagedKind>() => pages.narrow<{ content: StagedContents[K] }>();

export const insertPage = <K extends StagedKind>(
  tx: Tx,
  directoryId: string,
  kind: K,
  { number, content }: StagedPage<K>,
): Promise<number> => pagesWith<StagedKind>().insert(tx, { directoryId, kind, number, content });

/** Pages after `after`, in reading order. */
export const listPages = <K extends StagedKind>(
  tx: Tx,
  directoryId: string,
  kind: K,
  { after, limit }: { after: number; limit: number },
): Promise<StagedPage<K>[]> =>
  pagesWith<K>().pick('number', 'content').page(tx, {
    where: { directoryId, kind },
    by: 'number',
    ascending: true,
    behind: after,
    limit,
  });

export const deletePage = (
  tx: Tx,
  directoryId: string,
  kind: StagedKind,
  number: number,
): Promise<number> => pages.delete(tx, { directoryId, kind, number });

/** Removes groups from the staged pages. */
export const unstageGroups = (
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
): Promise<number> => {
  const content = sql<string>`coalesce((SELECT jsonb_agg(g) FROM jsonb_array_elements(content) AS g
    WHERE g ->> 'externalId' <> ALL (${externalIds})), '[]')`;
  return pages.update(tx, { directoryId, kind: 'groups' }, { content });
};

/** Removes all staged pages of a directory. */
export const deletePages = (tx: Tx, directoryId: string): Promise<number> =>
  pages.delete(tx, { directoryId });
