import type { Row, Tx } from '@platform/kit/database';
import { directoryGroupColumns, directoryUserColumns } from '../provisioned/provisioned.ts';
import type { DirectoryGroupRecord, DirectoryUserRecord } from '../provisioned/provisioned.ts';
import { conditionSql } from './condition-sql.ts';
import type { Bind, ResourceTable } from './condition-sql.ts';
import type { Condition } from './filter-condition.ts';
import { groupTable } from './group-table.ts';
import { scimError } from './scim-error.ts';
import { userTable } from './user-table.ts';

/** Where a page begins: behind a resource, or after so many. */
export type ScimPageStart = { after: string } | { skip: number };

/** Resources of one type in a directory, in the order of their ids. */
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
 * Filters that no index answers look at every resource: for so long, and no longer. Values of the tenant's attributes were stored
 * under the type that the attribute had then.
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

const allMatch = 'true';

function resourceList<R extends Row<R>>(
  { name, alias, columns }: { name: string; alias: string; columns: string },
  table: ResourceTable,
): ResourceList<R> {
  const statement = (tx: Tx, directoryId: string, condition: Condition | undefined) => {
    const params: unknown[] = [tx.context.tenantId, directoryId];
    const bind: Bind = (value) => `$${params.push(value)}`;
    const filter = condition ? conditionSql(condition, table, bind) : allMatch;
    const from = `FROM ${name} ${alias} WHERE ${alias}.tenant_id = $1 AND ${alias}.directory_id = $2 AND ${filter}`;
    return { params, bind, from };
  };
  return {
    page(tx, directoryId, condition, start, limit) {
      const { params, bind, from } = statement(tx, directoryId, condition);
      const behind = 'after' in start ? `AND ${alias}.id > ${bind(start.after)}` : '';
      const skip = 'skip' in start ? `OFFSET ${bind(start.skip)}` : '';
      const sql = `SELECT ${columns} ${from} ${behind} ORDER BY ${alias}.id LIMIT ${bind(limit)} ${skip}`;
      return bounded(tx, () => tx.rows<R>(sql, params));
    },
    async count(tx, directoryId, condition) {
      const { params, from } = statement(tx, directoryId, condition);
      const row = await bounded(tx, () =>
        tx.row<{ n: number }>(`SELECT count(*)::int AS n ${from}`, params),
      );
      return row?.n ?? 0;
    },
  };
}

/** Users of a directory. */
export const listedUsers = resourceList<DirectoryUserRecord>(
  { name: 'directory_users', alias: 'd', columns: directoryUserColumns },
  userTable,
);

/** Groups of a directory. */
export const listedGroups = resourceList<DirectoryGroupRecord>(
  { name: 'directory_groups', alias: 'g', columns: directoryGroupColumns },
  groupTable,
);
