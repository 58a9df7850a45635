import { comparedValue, negatedAsNeeded } from './condition-sql.ts';
import type { Bind } from './condition-sql.ts';
import type { Condition } from './filter-condition.ts';
import type { ComparisonOperator } from './filter-grammar.ts';

/** An attribute with a column of its own. */
export interface ResourceColumn {
  sql: string;
  type: 'text' | 'boolean' | 'timestamptz';
  /** What is stored of a value that is compared without regard to case. */
  key?: (value: string) => string;
}

const attributeTypes = { text: 'string', boolean: 'boolean', timestamptz: 'dateTime' } as const;

export const columnPresence = ({ sql }: ResourceColumn): string => `${sql} IS NOT NULL`;

const answeredByIndex: ReadonlySet<ComparisonOperator> = new Set(['eq', 'gt', 'ge', 'lt', 'le']);

/** Texts that begin with another one are neighbours in byte order, which is that of the columns. */
const beginningWith = (sql: string, beginning: string, bind: Bind): string =>
  `(${sql} >= ${bind(beginning)}::text AND ${sql} < ${bind(`${beginning}\u{10FFFF}`)}::text)`;

/** Compares a column. Equality, order and beginnings are bare: within a function, no index would answer them. */
export function columnComparison(
  { sql, type, key = (value) => value }: ResourceColumn,
  condition: Extract<Condition, { kind: 'compare' }>,
  bind: Bind,
): string {
  const { operator, value } = condition;
  if (value === null) return negatedAsNeeded(condition, `${sql} IS NOT NULL`);
  const given = type === 'text' ? key(String(value)) : value;
  if (type === 'text' && operator === 'sw') return beginningWith(sql, String(given), bind);
  const compared = comparedValue(
    { type: attributeTypes[type], caseExact: true },
    { operator, value: given },
    sql,
    bind,
  );
  return answeredByIndex.has(operator) ? compared : negatedAsNeeded(condition, compared);
}
