import type { Tx } from '@platform/kit/database';
import { directoryGroups, directoryUsers } from '../provisioning/directories/provisioned.ts';
import type {
  DirectoryGroupRecord,
  DirectoryUserRecord,
} from '../provisioning/directories/provisioned.ts';
import { conditionSql } from './filters/condition-sql.ts';
import type { ResourceOwner } from './filters/condition-sql.ts';
import type { Condition } from './filters/filter-condition.ts';
import { groupTable } from './filters/group-table.ts';
import { scimError } from './scim-error.ts';
import { userTable } from './filters/user-table.ts';

/** The start of a page: after a resource, or after a number of them. */
export type ScimPageStart = { after: string } | { skip: number };

/** Lists resources of one type in a directory, ordered by id. */
export interface ResourceList<R> {
  page(
    tx: Tx,
    directoryId: string,
    condition: Condition | undefined,
    start: ScimPageStart,
    limit: number,
  ): Promise<R[]>;
  count(tx: Tx, directoryId: string, condition: Condition): Promise<number>;
}

const filterMs = 2_000;
const canceled = '57014';
/** A value that cannot be read as the type of its attribute (class 22 of SQLSTATE). */
const unreadable = /^22/;

/**
 * Limits the time of filters that no index answers, which read every resource. Stored values of the
 * tenant's attributes may have an earlier type.
 * @throws 400 `tooMany`, `invalidFilter`
 */
async function bounded<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(`SET LOCAL statement_timeout = ${filterMs}`);
  try {
    return await work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === canceled)
      throw scimError('tooMany', 'The filter matches too many resources; use an indexed attribute');
    if (typeof code === 'string' && unreadable.test(code))
      throw scimError('invalidFilter', 'The filter compares stored values of another type');
    throw error;
  }
}

/** The table that resources are listed from, restricted to those that match. */
interface MatchingRows<R> {
  page(tx: Tx, options: { by: 'id'; ascending: true; behind: string; limit: number }): Promise<R[]>;
  list(tx: Tx, options: { orderBy: 'id'; skip: number; limit: number }): Promise<R[]>;
  count(tx: Tx): Promise<number>;
}

const resourceList = <R>(
  matching: (owner: ResourceOwner, condition: Condition | undefined) => MatchingRows<R>,
): ResourceList<R> => {
  const rowsOf = (tx: Tx, directoryId: string, condition: Condition | undefined) =>
    matching({ tenantId: tx.context.tenantId, directoryId }, condition);
  return {
    page(tx, directoryId, condition, start, limit) {
      const rows = rowsOf(tx, directoryId, condition);
      return bounded(tx, () =>
        'after' in start
          ? rows.page(tx, { by: 'id', ascending: true, behind: start.after, limit })
          : rows.list(tx, { orderBy: 'id', skip: start.skip, limit }),
      );
    },
    count: (tx, directoryId, condition) =>
      bounded(tx, () => rowsOf(tx, directoryId, condition).count(tx)),
  };
};

export const listedUsers = resourceList<DirectoryUserRecord>((owner, condition) => {
  const users = directoryUsers.only({ directoryId: owner.directoryId });
  return condition ? users.only(() => conditionSql(condition, userTable(owner))) : users;
});

export const listedGroups = resourceList<DirectoryGroupRecord>((owner, condition) => {
  const groups = directoryGroups.only({ directoryId: owner.directoryId });
  return condition ? groups.only(() => conditionSql(condition, groupTable(owner))) : groups;
});
