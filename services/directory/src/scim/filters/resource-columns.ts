import { sql } from '@platform/kit/database';
import type { RawBuilder } from '@platform/kit/database';
import { comparedValue, negatedAsNeeded } from './condition-sql.ts';
import type { SqlCondition } from './condition-sql.ts';
import type { Condition } from './filter-condition.ts';
import type { ComparisonOperator } from './filter-grammar.ts';

/** An attribute that is stored in a column. */
export interface ResourceColumn {
  column: RawBuilder<unknown>;
  type: 'text' | 'boolean' | 'timestamptz';
  /** The stored key of a value that is compared ignoring case. */
  key?: (value: string) => string;
}

const attributeTypes = { text: 'string', boolean: 'boolean', timestamptz: 'dateTime' } as const;

export const columnPresence = ({ column }: ResourceColumn): SqlCondition =>
  sql`${column} IS NOT NULL`;

const answeredByIndex: ReadonlySet<ComparisonOperator> = new Set(['eq', 'gt', 'ge', 'lt', 'le']);

/** Texts with the same prefix are adjacent in byte order, which the columns use. */
export const beginningWith = (column: RawBuilder<unknown>, beginning: string): SqlCondition =>
  sql`(${column} >= ${beginning}::text AND ${column} < ${`${beginning}\u{10FFFF}`}::text)`;

/**
 * Compares a column. Equality, order and prefixes use the bare column: an index cannot answer a
 * function of it.
 */
export function columnComparison(
  { column, type, key = (value) => value }: ResourceColumn,
  condition: Extract<Condition, { kind: 'compare' }>,
): SqlCondition {
  const { operator, value } = condition;
  if (value === null) return negatedAsNeeded(condition, sql`${column} IS NOT NULL`);
  const given = type === 'text' ? key(String(value)) : value;
  if (type === 'text' && operator === 'sw') return beginningWith(column, String(given));
  const compared = comparedValue(
    { type: attributeTypes[type], caseExact: true },
    { operator, value: given },
    column,
  );
  return answeredByIndex.has(operator) ? compared : negatedAsNeeded(condition, compared);
}
