type Element = string | number | boolean | null;

const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\')
    ? text.split('\\').join('\\\\').split('"').join('\\"')
    : text;

const quoted = (value: Element): string =>
  value === null ? 'NULL' : `"${typeof value === 'string' ? escaped(value) : value}"`;

/**
 * Formats a list as a PostgreSQL array literal, for a parameter of any array type. The driver would
 * inspect each value, which is noticeable for long lists in frequent statements.
 */
export const arrayLiteral = (list: readonly Element[]): string => `{${list.map(quoted).join(',')}}`;
