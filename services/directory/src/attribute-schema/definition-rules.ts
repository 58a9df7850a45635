import { RE2JS } from '@bufbuild/re2';
import { Organization, User, pointerOf } from '@platform/contracts';
import type { FieldError } from '@platform/contracts';
import { isJsonObject } from '@platform/kit/formats';
import { invalidFields } from '@platform/kit/problem';
import type { DefinitionProperties, EntityKind, ValueRule } from './attribute-definition.ts';
import { valueJudge } from './value-validators.ts';

const prototypeNames = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

/**
 * Keys that no attribute may have: properties of the resource itself, and names that every object
 * inherits.
 */
const reservedKeys: Record<EntityKind, ReadonlySet<string>> = {
  user: new Set([...Object.keys(User.shape), ...prototypeNames]),
  organization: new Set([...Object.keys(Organization.shape), ...prototypeNames]),
};

type Checked = ValueRule & DefinitionProperties & { entityKind: EntityKind };
type ConstraintName = keyof ValueRule['constraints'];

const ofLength: ConstraintName[] = ['minLength', 'maxLength', 'pattern'];
const ofNumbers: ConstraintName[] = ['minimum', 'maximum'];
const ofItems: ConstraintName[] = ['minItems', 'maxItems', 'uniqueItems'];
const allowed: Record<ValueRule['type'], ConstraintName[]> = {
  string: ofLength,
  integer: ofNumbers,
  number: ofNumbers,
  boolean: [],
  date: [],
  date_time: [],
  enum: ['options'],
  object: ['schema'],
};
const ranges: [ConstraintName, ConstraintName][] = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
];

const schemaKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'title',
  'description',
]);
const maxSchemaDepth = 3;
const maxPattern = 256;

const fault = (
  pointer: string,
  detail: string,
  code: FieldError['code'] = 'invalid_format',
): FieldError => ({
  pointer,
  code,
  detail,
});

/**
 * A pattern must be valid for RE2, which the API uses, and for readers of the rendered JSON Schema.
 */
function patternFaults(pattern: unknown, pointer: string): FieldError[] {
  try {
    if (typeof pattern !== 'string' || [...pattern].length > maxPattern) throw new Error();
    RE2JS.compile(pattern);
    new RegExp(pattern, 'u');
    return [];
  } catch {
    return [fault(pointer, 'must be a regular expression that both RE2 and JSON Schema accept')];
  }
}

/** Checks which keywords the JSON Schema of an `object` contains, and how deeply it is nested. */
function schemaFaults(schema: unknown, path: string[], depth: number): FieldError[] {
  const pointer = pointerOf(['constraints', 'schema', ...path]);
  if (!isJsonObject(schema)) return [fault(pointer, 'must be a JSON Schema')];
  if (depth > maxSchemaDepth)
    return [fault(pointer, `is nested more than ${maxSchemaDepth} levels deep`)];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const at = [...path, keyword];
    if (!schemaKeywords.has(keyword))
      return [
        fault(
          pointerOf(['constraints', 'schema', ...at]),
          'is not supported',
          'schema_keyword_not_allowed',
        ),
      ];
    if (keyword === 'pattern')
      return patternFaults(value, pointerOf(['constraints', 'schema', ...at]));
    if (keyword === 'items') return schemaFaults(value, at, depth + 1);
    if (keyword !== 'properties' || !isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([name, inner]) =>
      schemaFaults(inner, [...at, name], depth + 1),
    );
  });
}

function constraintFaults({ type, multiValued, constraints }: Checked): FieldError[] {
  const names = multiValued ? [...allowed[type], ...ofItems] : allowed[type];
  const faults = (Object.keys(constraints) as ConstraintName[])
    .filter((name) => !names.includes(name))
    .map((name) => fault(`/constraints/${name}`, 'does not apply to this type'));
  for (const [low, high] of ranges) {
    const [min, max] = [constraints[low], constraints[high]];
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      faults.push(fault(`/constraints/${low}`, `must not be greater than ${high}`));
  }
  if (constraints.pattern !== undefined)
    faults.push(...patternFaults(constraints.pattern, '/constraints/pattern'));
  if (type === 'object' && constraints.schema)
    faults.push(...schemaFaults(constraints.schema, [], 1));
  return [...faults, ...optionFaults(type, constraints.options)];
}

function optionFaults(
  type: Checked['type'],
  options: Checked['constraints']['options'],
): FieldError[] {
  if (type !== 'enum') return [];
  if (!options) return [fault('/constraints/options', 'is required', 'required')];
  const values = options.map(({ value }) => value);
  const twice = values.findIndex((value, i) => values.indexOf(value) !== i);
  return twice < 0 ? [] : [fault(`/constraints/options/${twice}/value`, 'is listed twice')];
}

function shapeFaults({
  entityKind,
  key,
  type,
  multiValued,
  format,
  unique,
}: Checked): FieldError[] {
  const faults: FieldError[] = [];
  if (reservedKeys[entityKind].has(key))
    faults.push(fault('/key', 'is reserved for the platform', 'reserved'));
  if (multiValued && type === 'object')
    faults.push(fault('/multiValued', 'does not apply to this type'));
  if (format && type !== 'string') faults.push(fault('/format', 'applies only to strings'));
  if (unique && (multiValued || !['string', 'integer'].includes(type)))
    faults.push(fault('/unique', 'applies only to a single string or integer'));
  return faults;
}

/** The default must be a valid value. Checked last, when the definition itself is valid. */
function defaultFaults(definition: Checked): FieldError[] {
  const { defaultValue, unique } = definition;
  try {
    const judge = valueJudge(definition);
    if (defaultValue === null || defaultValue === undefined) return [];
    if (unique) return [fault('/defaultValue', 'cannot be set for a unique attribute')];
    return judge(defaultValue).map((e) => ({ ...e, pointer: `/defaultValue${e.pointer ?? ''}` }));
  } catch {
    return [fault('/constraints/schema', 'is not a valid JSON Schema')];
  }
}

/** Checks what the schema of the request cannot express. @throws 422 with every error */
export function checkDefinition(definition: Checked): void {
  const faults = [...shapeFaults(definition), ...constraintFaults(definition)];
  const errors = faults.length > 0 ? faults : defaultFaults(definition);
  if (errors.length === 0) return;
  throw invalidFields(errors);
}
