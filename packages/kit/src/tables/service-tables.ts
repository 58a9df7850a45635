import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { tenantTable } from './tenant-table.ts';
import type { TenantTable } from './table-types.ts';

/** The columns of one table at run time, as the schema lists them. */
export interface TableColumns {
  /** Every column that statements write, in the order of the table. */
  all: readonly string[];
  /** Those of type `json` or `jsonb`, which the driver must get as text. */
  json: readonly string[];
}

/** Tables whose rows belong to a tenant by `tenant_id`. */
export type TenantTableName<DB> = {
  [T in keyof DB & string]: DB[T] extends { tenantId: unknown } ? T : never;
}[keyof DB & string];

/** The tables of one service: `DB` is generated from its migrated schema (`npm run generate:tables`). */
export interface ServiceTables<DB> {
  /**
   * Builds typed statements over any tables of the service, with names in camelCase. A builder never runs by itself: pass it to
   * `tx.rows`, `tx.row` or `tx.execute`.
   */
  query: Kysely<DB>;
  /** One table whose rows belong to a tenant, with the usual reads and writes. */
  table<T extends TenantTableName<DB>>(name: T): TenantTable<DB, T>;
}

/** The typed tables of a service, from their columns at run time. */
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
