const names = new Map<string, string>();

/** Converts `tenant_id` to `tenantId`. Each name is converted once. */
function camelCase(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
    names.set(column, name);
  }
  return name;
}

/** A row with column names in camelCase. A row type with a name in snake_case does not compile. */
export type Row<R> = {
  [K in keyof R]: K extends `${string}_${string}` ? never : unknown;
};

/** Turns rows of values into objects whose keys are the column names in camelCase. */
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
