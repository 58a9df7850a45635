import { sql } from '@platform/kit/database';
import type { RawBuilder } from '@platform/kit/database';
import type { Attribute } from '../schemas/attribute.ts';
import { pathName } from '../schemas/attribute-path.ts';
import type { Condition, ConditionPath } from './filter-condition.ts';
import type { ComparisonOperator, FilterValue } from './filter-grammar.ts';

/** A condition in SQL, with its values as parameters. */
export type SqlCondition = RawBuilder<boolean>;
/** A value in SQL: a column, or a part of a document. */
type SqlValue = RawBuilder<unknown>;

type Comparison = Extract<Condition, { kind: 'compare' }>;

/** A condition that a table may evaluate without reading the document. */
export type TableCondition = Comparison | Extract<Condition, { kind: 'present' | 'element' }>;

/** The tenant and directory whose resources are listed. */
export interface ResourceOwner {
  tenantId: string;
  directoryId: string;
}

/** The storage of a type of resource. */
export interface ResourceTable {
  /** The document with the attributes. */
  document: SqlValue;
  /** A condition on columns or rows; undefined if the document must be read. */
  indexed(condition: TableCondition): SqlCondition | undefined;
  /**
   * A superset of the resources that meet the condition on one value of an attribute. The document
   * decides.
   */
  hint(condition: Extract<Condition, { kind: 'element' }>): SqlCondition | undefined;
}

const orderings: Partial<Record<ComparisonOperator, SqlValue>> = {
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function comparedText(operator: ComparisonOperator, held: SqlValue, value: string): SqlCondition {
  const given = sql`${value}::text`;
  switch (operator) {
    case 'co':
      return sql`position(${given} IN ${held}) > 0`;
    case 'sw':
      return sql`starts_with(${held}, ${given})`;
    case 'ew':
      return sql`right(${held}, length(${given})) = ${given}`;
    case 'eq':
    case 'ne':
      return sql`${held} = ${given}`;
    default:
      return sql`${held} COLLATE "C" ${orderings[operator]} ${given}`;
  }
}

const casts: Partial<Record<Attribute['type'], SqlValue>> = {
  boolean: sql`boolean`,
  integer: sql`numeric`,
  decimal: sql`numeric`,
  dateTime: sql`timestamptz`,
};

/**
 * `held` is text of the document. An unassigned value compares to nothing; the caller inverts `ne`
 * and null.
 */
export function comparedValue(
  { type, caseExact }: Pick<Attribute, 'type' | 'caseExact'>,
  { operator, value }: { operator: ComparisonOperator; value: FilterValue },
  held: SqlValue,
): SqlCondition {
  const cast = casts[type];
  if (cast)
    return sql`(${held})::${cast} ${orderings[operator] ?? sql`=`} ${String(value)}::${cast}`;
  return caseExact
    ? comparedText(operator, held, String(value))
    : comparedText(operator, sql`lower(${held})`, String(value).toLowerCase());
}

const isNegated = ({ operator, value }: Pick<Comparison, 'operator' | 'value'>): boolean =>
  (operator === 'ne') !== (value === null);

/** `ne` also matches unassigned values; `eq null` matches only those. */
export const negatedAsNeeded = (
  comparison: Pick<Comparison, 'operator' | 'value'>,
  condition: SqlCondition,
): SqlCondition =>
  isNegated(comparison)
    ? sql`NOT coalesce(${condition}, false)`
    : sql`coalesce(${condition}, false)`;

const jsonOf = (document: SqlValue, { extension, attribute }: ConditionPath): SqlValue => {
  const holder = extension === undefined ? document : sql`${document} -> ${extension}::text`;
  return sql`${holder} -> ${attribute.name}::text`;
};

type Test = (held: SqlValue) => SqlCondition;

/** Tests the value at a path as text. Of several values, one must pass. */
function tested(document: SqlValue, path: ConditionPath, test: Test): SqlCondition {
  const json = jsonOf(document, path);
  const { attribute, leaf } = path;
  const textOf = (value: SqlValue): SqlValue =>
    leaf === attribute ? sql`(${value} #>> '{}')` : sql`(${value} ->> ${leaf.name}::text)`;
  if (!attribute.multiValued) return test(textOf(json));
  return sql`EXISTS (SELECT FROM jsonb_array_elements(${json}) AS e (v) WHERE ${test(textOf(sql`e.v`))})`;
}

function comparison(document: SqlValue, condition: Comparison): SqlCondition {
  const { path, value } = condition;
  const test: Test = (held) =>
    value === null ? sql`${held} IS NOT NULL` : comparedValue(path.leaf, condition, held);
  return negatedAsNeeded(condition, tested(document, path, test));
}

const element: ResourceTable = {
  document: sql`e.v`,
  indexed: () => undefined,
  hint: () => undefined,
};

/** A condition as SQL over a document. Names and values are parameters. */
export function conditionSql(condition: Condition, table: ResourceTable): SqlCondition {
  const inner = (one: Condition): SqlCondition => conditionSql(one, table);
  switch (condition.kind) {
    case 'and':
      return sql`(${inner(condition.left)} AND ${inner(condition.right)})`;
    case 'or':
      return sql`(${inner(condition.left)} OR ${inner(condition.right)})`;
    case 'not':
      // A comparison with an unassigned value is unknown in SQL, and false in SCIM.
      return sql`NOT coalesce(${inner(condition.of)}, false)`;
    case 'compare':
      return table.indexed(condition) ?? comparison(table.document, condition);
    case 'present':
      return (
        table.indexed(condition) ?? sql`(${jsonOf(table.document, condition.path)}) IS NOT NULL`
      );
    case 'element': {
      const answered = table.indexed(condition);
      if (answered !== undefined) return answered;
      const json = jsonOf(table.document, condition.path);
      const holds: SqlCondition = sql`EXISTS (SELECT FROM jsonb_array_elements(${json}) AS e (v) WHERE ${conditionSql(condition.of, element)})`;
      const hint = table.hint(condition);
      return hint === undefined ? holds : sql`(${hint} AND ${holds})`;
    }
  }
}

/** The path of a core attribute as the schema spells it, with the compared sub-attribute. */
export function comparedName({ extension, attribute, leaf }: ConditionPath): string | undefined {
  if (extension !== undefined) return undefined;
  return pathName({ attribute, sub: leaf === attribute ? undefined : leaf });
}
