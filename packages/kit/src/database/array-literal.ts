type Element = string | number | boolean | null;

const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\')
    ? text.split('\\').join('\\\\').split('"').join('\\"')
    : text;

const quoted = (value: Element): string =>
  value === null ? 'NULL' : `"${typeof value === 'string' ? escaped(value) : value}"`;

/**
 * A list as PostgreSQL writes an array, for a parameter of any array type. The driver would look at every value by itself,
 * which long lists of a statement that runs often feel.
 */
export const arrayLiteral = (list: readonly Element[]): string => `{${list.map(quoted).join(',')}}`;
