import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { MovedRows } from './moved-rows.ts';

type Scoped = Pick<MovedRows, 'scoped'>;

/** The parts of the tenant that a table has rows in; undefined is the main one. */
export async function scopesOf(
  tx: Tx,
  { scoped }: Scoped,
  table: string,
): Promise<(string | undefined)[]> {
  if (!scoped?.tables.includes(table)) return [undefined];
  const { table: list, column, main } = scoped.listed;
  const rows = await tx.rows<{ scope: string }>(
    `SELECT ${column}::text AS scope FROM ${list} WHERE tenant_id = $1 AND ${column} <> $2 ORDER BY 1`,
    [tx.context.tenantId, main],
  );
  return [undefined, ...rows.map(({ scope }) => scope)];
}

/** Works in a part of the tenant from here on. Only parts that the tenant itself lists can be entered. */
export async function enterScope(
  tx: Tx,
  { scoped }: Scoped,
  scope: string | undefined,
): Promise<void> {
  if (!scoped) return;
  if (scope === undefined)
    return void (await tx.execute(`SELECT set_config($1, '', true)`, [scoped.setting]));
  const { table, column } = scoped.listed;
  const entered = await tx.row(
    `SELECT set_config($1, ${column}::text, true) FROM ${table} WHERE tenant_id = $2 AND ${column} = $3::uuid`,
    [scoped.setting, tx.context.tenantId, scope],
  );
  if (!entered)
    throw problem('invalid_state', {
      detail: `The archive has rows of ${scope}, which ${table} does not list.`,
    });
}
