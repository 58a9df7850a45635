import type { DefinitionRecord } from './attribute-definition.ts';
import { isSame } from '../json/json-equality.ts';
import type { AttributeSchema, Metadata } from './schema.ts';

type Typing = Pick<DefinitionRecord, 'type' | 'multiValued'>;

const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/;

function typedSingle(type: Typing['type'], value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined;
  switch (type) {
    case 'integer':
    case 'number':
      return text !== undefined && decimal.test(text) ? Number(text) : value;
    case 'boolean':
      return { true: true, false: false }[text?.toLowerCase() ?? ''] ?? value;
    case 'string':
    case 'enum':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    default:
      return value;
  }
}

/**
 * A value in the type of its attribute. SAML and LDAP have no types: every value is text, and a
 * list of one value looks like a single value. A value that does not parse stays unchanged and
 * fails validation later.
 */
export function typedValue({ type, multiValued }: Typing, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (multiValued) return [value].flat().map((one) => typedSingle(type, one));
  const single = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  return typedSingle(type, single);
}

/** Metadata whose new values have the types of their attributes. */
export function typedMetadata(
  schema: Pick<AttributeSchema, 'definitions'>,
  before: Metadata,
  after: Metadata,
): Metadata {
  const typed = ([key, value]: [string, unknown]): [string, unknown] => {
    const definition = schema.definitions.get(key);
    const isNew = !isSame(before[key], value);
    return [key, isNew && definition?.state === 'active' ? typedValue(definition, value) : value];
  };
  return Object.fromEntries(Object.entries(after).map(typed));
}
