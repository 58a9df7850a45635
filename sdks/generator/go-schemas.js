// The schemas in OpenAPI 3.0, with what oapi-codegen needs to know about optional properties.
import { exported } from './go-names.js';
import { constantOf } from './named-schemas.js';

const nameOf = ({ $ref }) => $ref.split('/').at(-1);

/** The names of all schemas that these refer to, directly or not. */
export function reachableFrom(names, schemas) {
  const seen = new Set();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.$ref === 'string') enter(nameOf(node));
    Object.values(node).forEach(visit);
  };
  function enter(name) {
    if (seen.has(name)) return;
    seen.add(name);
    visit(schemas[name]);
  }
  names.forEach(enter);
  return seen;
}

/** Splits off `null`. */
function withoutNull(schema) {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    const { enum: values, ...rest } = schema;
    const kept = values?.filter((value) => value !== null);
    return [
      { ...rest, type: types[0], ...(kept && { enum: kept }) },
      types.length < schema.type.length,
    ];
  }
  const { anyOf, ...rest } = schema;
  const members = anyOf?.filter(({ type }) => type !== 'null');
  if (!members || members.length === anyOf.length) return [schema, false];
  return [members.length === 1 ? { ...rest, ...members[0] } : { ...rest, anyOf: members }, true];
}

/** Strings, some of which have a meaning: any string. */
const merged = ({ anyOf, ...rest }) =>
  anyOf.every(
    ({ type }) => type === anyOf[0].type && ['string', 'integer', 'number'].includes(type),
  )
    ? { ...rest, type: anyOf[0].type }
    : undefined;

/** OpenAPI 3.0 has no constants. */
function withoutConstant({ const: constant, ...schema }) {
  if (typeof constant === 'string') return { ...schema, type: 'string', enum: [constant] };
  if (typeof constant === 'boolean') return { ...schema, type: 'boolean' };
  return schema.enum && !schema.type ? { ...schema, type: 'string' } : { ...schema };
}

/** The field of a property with words that Go writes in capitals. */
function namingOf(name) {
  const field = exported(name);
  return /^[A-Za-z0-9]+$/.test(name) && /ID|URL|API|IP/.test(field) ? { 'x-go-name': field } : {};
}

/** How a property can be absent or null. */
function presenceOf(member, { side, isRequired, isNullable }) {
  // `null` clears a property; in a response it is only absent.
  if (isNullable && side === 'input') return { nullable: true };
  const isList =
    (!isRequired || isNullable) && (member.type === 'array' || member.additionalProperties);
  if (isList) return { 'x-go-type-skip-optional-pointer': true, 'x-omitzero': true };
  const isFilter = side === 'query' && member.type === 'string';
  return isFilter ? { 'x-go-type-skip-optional-pointer': true } : {};
}

/** Translates named schemas. `inputs` are those that requests refer to, `queries` those of query parameters. */
export function goSchemas(schemas, { inputs, queries }) {
  /** Variants with a constant each: `ValueByDiscriminator` returns the right one. */
  function discriminatorOf(anyOf) {
    const constants = anyOf.map((one) => (one.$ref ? constantOf(schemas[nameOf(one)]) : undefined));
    const [[propertyName] = []] = constants;
    if (!propertyName || constants.some((one) => one?.[0] !== propertyName)) return undefined;
    const mapping = anyOf.map(({ $ref }, i) => [constants[i][1].const, $ref]);
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }

  function unionOf({ anyOf, description }, side) {
    const discriminator = discriminatorOf(anyOf);
    return {
      ...(description && { description }),
      oneOf: anyOf.map((one) => convert(one, side)),
      ...(discriminator && { discriminator }),
    };
  }

  function convert(given, side) {
    const [schema] = withoutNull(given);
    const { $ref, anyOf, items, properties, additionalProperties } = schema;
    if ($ref) return { $ref };
    if (anyOf) return merged(schema) ?? unionOf(schema, side);
    const made = withoutConstant(schema);
    if (items) made.items = convert(items, side);
    else if (made.type === 'array') made.items = {};
    if (typeof additionalProperties === 'object')
      made.additionalProperties = convert(additionalProperties, side);
    if (properties) Object.assign(made, objectOf(schema, side));
    return made;
  }

  function memberOf(name, given, side, isRequired) {
    const member = convert(given, side);
    const presence = presenceOf(member, { side, isRequired, isNullable: withoutNull(given)[1] });
    if (!member.$ref) return { ...member, ...namingOf(name), ...presence };
    // A sibling of `$ref` counts only in a schema of its own.
    if (Object.keys(presence).length === 0) return member;
    return { allOf: [member], ...namingOf(name), ...presence };
  }

  function objectOf({ properties, required = [] }, side) {
    const members = Object.entries(properties).map(([name, given]) => [
      name,
      memberOf(name, given, side, required.includes(name)),
    ]);
    const isSent = (name) => side === 'input' || !withoutNull(properties[name])[1];
    return { properties: Object.fromEntries(members), required: required.filter(isSent) };
  }

  const sideOf = (name) => (queries.has(name) ? 'query' : inputs.has(name) ? 'input' : 'output');
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const made = convert(schema, sideOf(name));
      if (made.required?.length === 0) delete made.required;
      return [name, made];
    }),
  );
}
