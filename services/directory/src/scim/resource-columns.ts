import { comparedValue, negatedAsNeeded } from './condition-sql.ts';
import type { Bind } from './condition-sql.ts';
import type { Condition } from './filter-condition.ts';

/** An attribute with a column of its own. */
export interface ResourceColumn {
  sql: string;
  type: 'text' | 'boolean' | 'timestamptz';
  /** What is stored of a value that is compared without regard to case. */
  key?: (value: string) => string;
}

const attributeTypes = { text: 'string', boolean: 'boolean', timestamptz: 'dateTime' } as const;

export const columnPresence = ({ sql }: ResourceColumn): string => `${sql} IS NOT NULL`;

/** Compares a column. Equality is bare, so that the column's index answers it. */
export function columnComparison(
  { sql, type, key = (value) => value }: ResourceColumn,
  condition: Extract<Condition, { kind: 'compare' }>,
  bind: Bind,
): string {
  const { operator, value } = condition;
  if (value === null) return negatedAsNeeded(condition, `${sql} IS NOT NULL`);
  if (type === 'text') {
    const given = key(String(value));
    if (operator === 'eq') return `${sql} = ${bind(given)}`;
    const compared = { operator, value: given };
    const exact = { type: attributeTypes[type], caseExact: true } as const;
    return negatedAsNeeded(condition, comparedValue(exact, compared, sql, bind));
  }
  if (operator === 'eq') return `${sql} = ${bind(value)}::${type}`;
  return negatedAsNeeded(
    condition,
    comparedValue({ type: attributeTypes[type], caseExact: true }, condition, sql, bind),
  );
}
