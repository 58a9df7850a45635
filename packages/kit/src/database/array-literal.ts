/**
 * A list as PostgreSQL writes an array, for a parameter of any array type. The driver would look at every value by itself,
 * which long lists of a statement that runs often feel.
 */
export function arrayLiteral(list: readonly (string | number | boolean)[]): string {
  if (list.length === 0) return '{}';
  const escaped = /["\\]/.test(list.join(''))
    ? list.map((value) => String(value).replaceAll(/["\\]/g, '\\$&'))
    : list;
  return `{"${escaped.join('","')}"}`;
}
