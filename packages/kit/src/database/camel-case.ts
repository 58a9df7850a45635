const names = new Map<string, string>();

/** `tenant_id` as `tenantId`. Each name is turned once. */
function camelCase(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
    names.set(column, name);
  }
  return name;
}

/** A row as its reader sees it: columns in camelCase. A type that names a column as the database does cannot be compiled. */
export type Row<R> = {
  [K in keyof R]: K extends `${string}_${string}` ? never : unknown;
};

/** Rows of values as objects, under the names of their columns in camelCase. */
export function camelCaseRows<R>(
  fields: readonly { name: string }[],
  rows: readonly (readonly unknown[])[],
): R[] {
  const columns = fields.map((field) => camelCase(field.name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    columns.forEach((column, at) => (row[column] = values[at]));
    return row as R;
  });
}
