// Gives every object and every union inside a schema a name of its own, so that generators need not invent any.

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

/** `splunk_hec` → `SplunkHec`. */
const pascalCase = (text) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capitalized)
    .join('');

/** The name of an entry: `roleSources` → `RoleSource`. */
const singular = (name) => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

const isNull = ({ type }) => type === 'null';

/** What tells the variants of a union apart: a constant property, or one that only this variant requires. */
export const constantOf = ({ properties = {} }) =>
  Object.entries(properties).find(([, { const: value }]) => typeof value === 'string');

function variantName(variant, position) {
  const [, constant] = constantOf(variant) ?? [];
  if (constant) return pascalCase(constant.const);
  return pascalCase(variant.required?.[0] ?? String(position + 1));
}

/** Rules about values, which the API checks. They say nothing about types. */
const typeKeywords = ['$ref', 'type', 'description', 'enum', 'const', 'required', 'deprecated'];

/**
 * Names the objects and unions inside each of `schemas`: `Member.roleSources[]` becomes `MemberRoleSource`. Returns all schemas, without
 * rules about values.
 */
export function namedSchemas(schemas) {
  const named = {};

  const isTaken = (name) => name in named || name in schemas;

  function freeName(name) {
    if (!isTaken(name)) return name;
    for (let i = 2; ; i++) if (!isTaken(`${name}${i}`)) return `${name}${i}`;
  }

  function add(wanted, schema) {
    const name = freeName(wanted);
    // Reserved before its parts get names.
    named[name] = {};
    named[name] = body(schema, name);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** A schema at its name. */
  function body(schema, name) {
    const { properties, items, additionalProperties } = schema;
    const kept = Object.fromEntries(
      typeKeywords.filter((key) => key in schema).map((key) => [key, schema[key]]),
    );
    if (schema.format === 'date-time') kept.format = 'date-time';
    if (properties) {
      kept.properties = Object.fromEntries(
        Object.entries(properties).map(([key, member]) => [
          key,
          part(member, `${name}${pascalCase(key)}`),
        ]),
      );
      return kept;
    }
    const variants = schema.oneOf ?? schema.anyOf;
    if (variants) return union(schema, variants, name);
    if (items) kept.items = part(items, singular(name));
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
      kept.additionalProperties = part(additionalProperties, `${name}Value`);
    return kept;
  }

  function union(schema, variants, name) {
    const { description } = schema;
    const members = variants.filter((one) => !isNull(one));
    const parts =
      members.length === 1
        ? [part(members[0], name)]
        : members.map((one, i) => part(one, `${name}${variantName(one, i)}`));
    const nulls = members.length < variants.length ? [{ type: 'null' }] : [];
    return { ...(description && { description }), anyOf: [...parts, ...nulls] };
  }

  /** A schema inside another one: a reference if it is an object or a union of objects. */
  function part(schema, name) {
    const variants = (schema.oneOf ?? schema.anyOf)?.filter((one) => !isNull(one)) ?? [];
    const isUnion = variants.length > 1 && variants.some((one) => one.properties || one.$ref);
    if (!isUnion && !schema.properties) return body(schema, name);
    const { description } = schema;
    const all = schema.oneOf ?? schema.anyOf;
    if (isUnion && !schema.properties && all.length > variants.length) {
      const reference = add(name, { anyOf: variants });
      return { ...(description && { description }), anyOf: [reference, { type: 'null' }] };
    }
    return { ...(description && { description }), ...add(name, schema) };
  }

  for (const [name, schema] of Object.entries(schemas)) named[name] = body(schema, name);
  return named;
}
