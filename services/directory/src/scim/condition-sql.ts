import type { Attribute } from './attribute.ts';
import { pathName } from './attribute-path.ts';
import type { Condition, ConditionPath } from './filter-condition.ts';
import type { ComparisonOperator, FilterValue } from './filter-grammar.ts';

/** Adds a parameter to a statement; returns how the statement names it. */
export type Bind = (value: unknown) => string;

type Comparison = Extract<Condition, { kind: 'compare' }>;

/** A condition that a table may answer otherwise than by reading the document. */
export type TableCondition = Comparison | Extract<Condition, { kind: 'present' | 'element' }>;

/** How a type of resource is stored. */
export interface ResourceTable {
  /** The document with the attributes. */
  document: string;
  /** A condition that columns or rows answer; undefined where the document must be read. */
  indexed(condition: TableCondition, bind: Bind): string | undefined;
  /** Who may meet the condition on one value of an attribute; the document still has the last word. */
  hint(condition: Extract<Condition, { kind: 'element' }>, bind: Bind): string | undefined;
}

const orderings: Partial<Record<ComparisonOperator, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

function comparedText(operator: ComparisonOperator, held: string, given: string): string {
  switch (operator) {
    case 'co':
      return `position(${given} IN ${held}) > 0`;
    case 'sw':
      return `starts_with(${held}, ${given})`;
    case 'ew':
      return `right(${held}, length(${given})) = ${given}`;
    case 'eq':
    case 'ne':
      return `${held} = ${given}`;
    default:
      return `${held} COLLATE "C" ${orderings[operator]} ${given}`;
  }
}

const casts: Partial<Record<Attribute['type'], string>> = {
  boolean: 'boolean',
  integer: 'numeric',
  decimal: 'numeric',
  dateTime: 'timestamptz',
};

/** `held` is text of the document. What is unassigned compares to nothing; the caller turns `ne` and null round. */
export function comparedValue(
  { type, caseExact }: Pick<Attribute, 'type' | 'caseExact'>,
  { operator, value }: { operator: ComparisonOperator; value: FilterValue },
  held: string,
  bind: Bind,
): string {
  const cast = casts[type];
  if (cast)
    return `(${held})::${cast} ${orderings[operator] ?? '='} ${bind(String(value))}::${cast}`;
  const given = bind(caseExact ? value : String(value).toLowerCase());
  return comparedText(operator, caseExact ? held : `lower(${held})`, `${given}::text`);
}

const isNegated = ({ operator, value }: Pick<Comparison, 'operator' | 'value'>): boolean =>
  (operator === 'ne') !== (value === null);

/** `ne` holds of what is unassigned too; `eq null` holds of that alone. */
export const negatedAsNeeded = (
  comparison: Pick<Comparison, 'operator' | 'value'>,
  sql: string,
): string => (isNegated(comparison) ? `NOT coalesce(${sql}, false)` : `coalesce(${sql}, false)`);

const jsonOf = (document: string, { extension, attribute }: ConditionPath, bind: Bind): string => {
  const holder = extension === undefined ? document : `${document} -> ${bind(extension)}::text`;
  return `${holder} -> ${bind(attribute.name)}::text`;
};

type Test = (held: string) => string;

/** Tests the value at a path as text; of several values one must pass. */
function tested(document: string, path: ConditionPath, bind: Bind, test: Test): string {
  const json = jsonOf(document, path, bind);
  const { attribute, leaf } = path;
  const sub = leaf === attribute ? undefined : `${bind(leaf.name)}::text`;
  if (!attribute.multiValued)
    return test(sub === undefined ? `(${json} #>> '{}')` : `(${json} ->> ${sub})`);
  const held = sub === undefined ? `(e.v #>> '{}')` : `(e.v ->> ${sub})`;
  return `EXISTS (SELECT FROM jsonb_array_elements(${json}) AS e (v) WHERE ${test(held)})`;
}

function comparison(document: string, condition: Comparison, bind: Bind): string {
  const { path, value } = condition;
  const test: Test = (held) =>
    value === null ? `${held} IS NOT NULL` : comparedValue(path.leaf, condition, held, bind);
  return negatedAsNeeded(condition, tested(document, path, bind, test));
}

const element: ResourceTable = {
  document: 'e.v',
  indexed: () => undefined,
  hint: () => undefined,
};

/** A condition as SQL over a document; names and values are parameters. */
export function conditionSql(condition: Condition, table: ResourceTable, bind: Bind): string {
  const inner = (one: Condition): string => conditionSql(one, table, bind);
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `(${inner(condition.left)} ${condition.kind.toUpperCase()} ${inner(condition.right)})`;
    case 'not':
      // A comparison with what is unassigned is unknown in SQL, and does not hold in SCIM.
      return `NOT coalesce(${inner(condition.of)}, false)`;
    case 'compare':
      return table.indexed(condition, bind) ?? comparison(table.document, condition, bind);
    case 'present':
      return (
        table.indexed(condition, bind) ??
        `(${jsonOf(table.document, condition.path, bind)}) IS NOT NULL`
      );
    case 'element': {
      const answered = table.indexed(condition, bind);
      if (answered !== undefined) return answered;
      const json = jsonOf(table.document, condition.path, bind);
      const holds = `EXISTS (SELECT FROM jsonb_array_elements(${json}) AS e (v) WHERE ${conditionSql(condition.of, element, bind)})`;
      const hint = table.hint(condition, bind);
      return hint === undefined ? holds : `(${hint} AND ${holds})`;
    }
  }
}

/** The path of a core attribute in the schema's spelling, with the sub-attribute that is compared. */
export function comparedName({ extension, attribute, leaf }: ConditionPath): string | undefined {
  if (extension !== undefined) return undefined;
  return pathName({ attribute, sub: leaf === attribute ? undefined : leaf });
}
