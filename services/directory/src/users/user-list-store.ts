import type { Tx } from '@platform/kit/database';
import type { UserRecord, UserRow } from './user-record.ts';
import { userColumns, userOf, withActivity } from './user-store.ts';

/** Filters of a list of users; all must match. */
export interface UserFilter {
  emailKey?: string;
  organizationId?: string;
  status?: string;
  termPrefix?: string;
}

/** The smallest text above every text that starts with `prefix`, in byte order. */
const above = (prefix: string): string => prefix + '\u{10FFFF}';

/** The number of users up to which each is checked individually. */
const few = 200;

/** The users with a term that starts with `prefix`, newest first; undefined if there are many. */
async function findFewByTerm(tx: Tx, prefix: string): Promise<string[] | undefined> {
  const found = await tx.row<{ ids: string[] | null }>(
    `SELECT CASE WHEN count(*) <= ${few} THEN coalesce(array_agg(user_id), '{}') END AS ids
     FROM (SELECT user_id FROM user_search WHERE tenant_id = $1 AND term >= $2 AND term < $3 ORDER BY term LIMIT ${few + 1}) AS s`,
    [tx.context.tenantId, prefix, above(prefix)],
  );
  return found?.ids ? [...new Set(found.ids)].toSorted().toReversed() : undefined;
}

/** The length of the column `beginning`: no prefix is shorter. */
export const minTermPrefix = 3;

interface UserQuery {
  params: unknown[];
  from: string;
  where: string;
  /** The column that orders the users. */
  id: string;
  distinct: string;
}

/**
 * The users below `before` that match a filter. If few users match a prefix, they are sorted; if many
 * do, users are read in the order of ids until `limit`, the second parameter, is reached. The planner
 * does not choose: within a step of its histogram it mistakes ten thousand users for one.
 */
async function userQuery(
  tx: Tx,
  { organizationId, status, emailKey, termPrefix }: UserFilter,
  before: string | undefined,
  limit: number,
): Promise<UserQuery> {
  const params: unknown[] = [tx.context.tenantId, limit];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const where = ['u.tenant_id = $1'];
  let from = 'users u';
  let id = 'u.id';
  let distinct = '';
  if (organizationId !== undefined) {
    from = 'memberships m JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id';
    const organization = bind(organizationId);
    where.push(
      'm.tenant_id = $1',
      `m.organization_id = ${organization}`,
      `EXISTS (SELECT FROM organizations o WHERE o.tenant_id = $1 AND o.id = ${organization} AND o.deleted_at IS NULL)`,
    );
    id = 'm.user_id';
  }
  const found = termPrefix === undefined ? undefined : await findFewByTerm(tx, termPrefix);
  if (found) {
    const below = found.filter((userId) => before === undefined || userId < before);
    const isAll = organizationId === undefined && status === undefined && emailKey === undefined;
    where.push(`u.id = ANY (${bind(isAll ? below.slice(0, limit) : below)})`);
  } else if (termPrefix !== undefined) {
    const characters = [...termPrefix];
    from += ' JOIN user_search s ON s.tenant_id = u.tenant_id AND s.user_id = u.id';
    where.push(
      's.tenant_id = $1',
      `s.beginning = ${bind(characters.slice(0, minTermPrefix).join(''))}`,
      `left(s.term, ${characters.length}) = ${bind(termPrefix)}`,
    );
    id = 's.user_id';
    // Several terms of one user may start with the prefix.
    distinct = `DISTINCT ON (${id})`;
  }
  if (before !== undefined) {
    // Also bounds the joined tables: PostgreSQL carries equalities over a join, not bounds, and
    // would read users from the newest.
    const bound = bind(before);
    where.push(...[...new Set([id, 'u.id'])].map((column) => `${column} < ${bound}`));
  }
  if (status !== undefined) where.push(`u.status = ${bind(status)}`);
  if (emailKey !== undefined)
    where.push(
      `u.id = (SELECT i.user_id FROM user_identifiers i WHERE i.tenant_id = $1 AND i.kind = 'email' AND i.value = ${bind(emailKey)})`,
    );
  return { params, from, where: where.join(' AND '), id, distinct };
}

/** Users below `before`, newest id first. */
export async function listUsers(
  tx: Tx,
  filter: UserFilter,
  before: string | undefined,
  limit: number,
): Promise<UserRecord[]> {
  const { params, from, where, id, distinct } = await userQuery(tx, filter, before, limit);
  const rows = await tx.rows<UserRow>(
    `SELECT ${distinct} ${userColumns} FROM ${from} ${withActivity} WHERE ${where} ORDER BY ${id} DESC LIMIT $2`,
    params,
  );
  return rows.map(userOf);
}

/** The ids of up to `limit` users, newest first. */
export async function listUserIds(tx: Tx, filter: UserFilter, limit: number): Promise<string[]> {
  const { params, from, where, id, distinct } = await userQuery(tx, filter, undefined, limit);
  const rows = await tx.rows<{ id: string }>(
    `SELECT ${distinct} u.id FROM ${from} WHERE ${where} ORDER BY ${id} DESC LIMIT $2`,
    params,
  );
  return rows.map((row) => row.id);
}

/** Counts users by status, up to `limit` of them. */
export async function countUsersByStatus(
  tx: Tx,
  filter: UserFilter,
  limit: number,
): Promise<{ status: UserRecord['status']; count: number }[]> {
  const { params, from, where, id, distinct } = await userQuery(tx, filter, undefined, limit);
  return tx.rows(
    `SELECT status, count(*)::int AS count
     FROM (SELECT ${distinct} u.status FROM ${from} WHERE ${where} ORDER BY ${id} DESC LIMIT $2) AS matching GROUP BY status`,
    params,
  );
}
