import type { DefinitionRecord, ValueRule } from './attribute-definition.ts';
import { countries } from './countries.ts';

/** A JSON Schema, 2020-12. */
export type JsonSchema = Record<string, unknown>;

const maxItems = 100;

const formats: Record<NonNullable<DefinitionRecord['format']>, JsonSchema> = {
  email: { format: 'email' },
  uri: { format: 'uri' },
  uuid: { format: 'uuid' },
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  phone: { allOf: [{ pattern: '^\\+[1-9][0-9]{6,14}$' }] },
  country: { enum: countries },
  locale: { format: 'language-tag' },
  time_zone: { format: 'time-zone' },
};

function stringSchema({ format, constraints }: ValueRule): JsonSchema {
  const { minLength, maxLength, pattern } = constraints;
  return { type: 'string', minLength, maxLength, pattern, ...(format ? formats[format] : {}) };
}

function numberSchema(type: 'integer' | 'number', { constraints }: ValueRule): JsonSchema {
  const edge = type === 'integer' ? Number.MAX_SAFE_INTEGER : undefined;
  return {
    type,
    minimum: constraints.minimum ?? (edge === undefined ? undefined : -edge),
    maximum: constraints.maximum ?? edge,
  };
}

function singleSchema(rule: ValueRule): JsonSchema {
  switch (rule.type) {
    case 'string':
      return stringSchema(rule);
    case 'integer':
    case 'number':
      return numberSchema(rule.type, rule);
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'date_time':
      return { type: 'string', format: 'date-time' };
    case 'enum':
      return { enum: (rule.constraints.options ?? []).map(({ value }) => value) };
    case 'object':
      return { ...rule.constraints.schema, type: 'object' };
  }
}

const without = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

/** The JSON Schema of an attribute's value, which the API both validates with and renders. */
export function valueSchema(rule: ValueRule): JsonSchema {
  const single = without(singleSchema(rule));
  if (!rule.multiValued) return single;
  const { minItems, uniqueItems, ...constraints } = rule.constraints;
  return without({
    type: 'array',
    items: single,
    minItems,
    maxItems: constraints.maxItems ?? maxItems,
    uniqueItems,
  });
}
