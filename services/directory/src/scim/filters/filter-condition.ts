import type { Attribute, ResourceSchema } from '../schemas/attribute.ts';
import { resolvePath, subAttribute } from '../schemas/attribute-path.ts';
import type { AttributePath } from '../schemas/attribute-path.ts';
import { dateTimeOf } from '../schemas/date-time.ts';
import type { ComparisonOperator, Filter, FilterValue } from './filter-grammar.ts';
import { scimError } from '../scim-error.ts';

/** The compared attribute, and the attribute or sub-attribute with the value. */
export interface ConditionPath extends AttributePath {
  attribute: Attribute;
  /** The attribute or sub-attribute that has the value. */
  leaf: Attribute;
}

/** A filter with resolved attributes and typed values. */
export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; path: ConditionPath; operator: ComparisonOperator; value: FilterValue }
  | { kind: 'present'; path: ConditionPath }
  | { kind: 'element'; path: ConditionPath; of: Condition };

type Resolve = (path: string) => ConditionPath;

const invalid = (detail: string) => scimError('invalidFilter', detail);
const noPath = (path: string) => invalid(`${path} is not an attribute of the resource`);

/** A complex attribute is compared by its `value` (RFC 7644 §3.4.2.2). */
const leafOf = (attribute: Attribute, sub: Attribute | undefined): Attribute =>
  sub ?? subAttribute(attribute, 'value') ?? attribute;

const orderings: ReadonlySet<ComparisonOperator> = new Set(['gt', 'ge', 'lt', 'le']);
const textual: ReadonlySet<ComparisonOperator> = new Set(['co', 'sw', 'ew']);

function booleanValue(value: FilterValue, text: string): boolean {
  if (typeof value === 'boolean') return value;
  // Entra writes `primary eq "True"`.
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw invalid(`${text} must be compared with true or false`);
}

/** The value in the type of the attribute. */
function typedValue(
  { name, type }: Attribute,
  operator: ComparisonOperator,
  value: FilterValue,
): FilterValue {
  if (value === null) {
    if (operator === 'eq' || operator === 'ne') return null;
    throw invalid(`${operator} needs a value`);
  }
  if (type === 'complex') throw invalid(`${name} is complex; name one of its sub-attributes`);
  const isText = type === 'string' || type === 'reference';
  if (textual.has(operator) && !isText) throw invalid(`${operator} does not apply to ${name}`);
  if (type === 'boolean') {
    if (orderings.has(operator)) throw invalid(`${operator} does not apply to ${name}`);
    return booleanValue(value, name);
  }
  if (type === 'dateTime') {
    const read = dateTimeOf(value);
    if (read === undefined) throw invalid(`${name} must be compared with a date and time`);
    return read;
  }
  if (type === 'integer' || type === 'decimal') {
    if (typeof value !== 'number') throw invalid(`${name} must be compared with a number`);
    return value;
  }
  return String(value);
}

function resolveIn(filter: Filter, resolve: Resolve, isInElement: boolean): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return {
        kind: filter.kind,
        left: resolveIn(filter.left, resolve, isInElement),
        right: resolveIn(filter.right, resolve, isInElement),
      };
    case 'not':
      return { kind: 'not', of: resolveIn(filter.of, resolve, isInElement) };
    case 'present':
      return { kind: 'present', path: resolve(filter.path) };
    case 'compare': {
      const path = resolve(filter.path);
      const value = typedValue(path.leaf, filter.operator, filter.value);
      return { kind: 'compare', path, operator: filter.operator, value };
    }
    case 'element': {
      const path = resolve(filter.path);
      if (isInElement || path.sub || !path.attribute.subAttributes)
        throw invalid(`${filter.path} does not support a filter in brackets`);
      const of = resolveIn(filter.of, elementPaths(path.attribute), true);
      return { kind: 'element', path, of };
    }
  }
}

/** Paths within one value of a complex attribute. */
function elementPaths(attribute: Attribute): Resolve {
  return (path) => {
    const leaf = subAttribute(attribute, path);
    if (!leaf) throw noPath(`${attribute.name}.${path}`);
    return { extension: undefined, attribute: leaf, sub: undefined, leaf };
  };
}

/** Resolves the attributes that a filter names. @throws 400 `invalidFilter` */
export function filterConditionOf(schema: ResourceSchema, filter: Filter): Condition {
  const resolve: Resolve = (path) => {
    const found = resolvePath(schema, path);
    if (!found?.attribute) throw noPath(path);
    const { attribute, sub } = found;
    return { ...found, attribute, leaf: leafOf(attribute, sub) };
  };
  return resolveIn(filter, resolve, false);
}

/** The condition that the filter in `emails[…]` puts on one value of the attribute. */
export const elementCondition = (attribute: Attribute, filter: Filter): Condition =>
  resolveIn(filter, elementPaths(attribute), true);
