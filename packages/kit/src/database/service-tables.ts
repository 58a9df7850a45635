import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { tenantTable } from './tenant-table.ts';
import type { TableColumns, TenantTable, TenantTableName } from './table-types.ts';

/** The tables of one service: `DB` is generated from its migrated schema (`npm run generate:tables`). */
export interface ServiceTables<DB> {
  /**
   * Builds typed statements over any tables of the service, with names in camelCase. A builder does
   * not execute anything: pass it to `tx.rows`, `tx.row` or `tx.execute`.
   */
  query: Kysely<DB>;
  /** Returns one table whose rows belong to a tenant, with the usual reads and writes. */
  table<T extends TenantTableName<DB>>(name: T): TenantTable<DB, T>;
}

/** Creates the typed tables of a service from their columns at run time. */
export function serviceTables<DB>(
  columns: Readonly<Record<keyof DB & string, TableColumns>>,
): ServiceTables<DB> {
  const query = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  });
  return { query, table: (name) => tenantTable(query, name, columns[name]) };
}
