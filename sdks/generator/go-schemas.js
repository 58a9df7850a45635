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

export function goSchemas(schemas, { inputs, queries }) {
  /** Variants with a constant each: `ValueByDiscriminator` returns the right one. */
  function discriminatorOf(anyOf) {
    const constants = anyOf.map((one) => (one.$ref ? constantOf(schemas[nameOf(one)]) : undefined));
    const [[propertyName] = []] = constants;
    if (!propertyName || constants.some((one) => one?.[0] !== propertyName)) return undefined;
    const mapping = anyOf.map(({ $ref }, i) => [constants[i][1].const, $ref]);
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }

  function convert(given, side) {
    const [schema] = withoutNull(given);
    const {
      $ref,
      description,
      const: constant,
      anyOf,
      items,
      properties,
      additionalProperties,
    } = schema;
    if ($ref) return { $ref };
    const single = anyOf && merged(schema);
    if (single) return single;
    if (anyOf) {
      const discriminator = discriminatorOf(anyOf);
      const oneOf = anyOf.map((one) => convert(one, side));
      return {
        ...(description && { description }),
        oneOf,
        ...(discriminator && { discriminator }),
      };
    }
    const made = { ...schema };
    delete made.const;
    if (typeof constant === 'string') Object.assign(made, { type: 'string', enum: [constant] });
    if (typeof constant === 'boolean') made.type = 'boolean';
    if (made.enum && !made.type) made.type = 'string';
    if (items) made.items = convert(items, side);
    else if (made.type === 'array') made.items = {};
    if (typeof additionalProperties === 'object')
      made.additionalProperties = convert(additionalProperties, side);
    if (properties) Object.assign(made, objectOf(schema, side));
    return made;
  }

  function objectOf({ properties, required = [] }, side) {
    const entries = Object.entries(properties).map(([name, given]) => {
      const isNullable = withoutNull(given)[1];
      const member = convert(given, side);
      // A sibling of `$ref` counts only in a schema of its own.
      const goName = exported(name);
      const naming =
        goName.toLowerCase() === name.toLowerCase() && /ID|URL|API|IP/.test(goName)
          ? { 'x-go-name': goName }
          : {};
      const extended = (extra) =>
        member.$ref && Object.keys(extra).length > 0
          ? { allOf: [member], ...naming, ...extra }
          : member.$ref
            ? member
            : { ...member, ...naming, ...extra };
      // `null` clears a property; in a response it is only absent.
      if (isNullable && side === 'input') return [name, extended({ nullable: true })];
      const isPlain = side === 'query' && member.type === 'string';
      const isList =
        !required.includes(name) && (member.type === 'array' || member.additionalProperties);
      if (!isPlain && !isList) return [name, extended({})];
      return [
        name,
        extended({
          'x-go-type-skip-optional-pointer': true,
          ...(isList && { 'x-omitzero': true }),
        }),
      ];
    });
    const nullable = new Set(
      Object.keys(properties).filter((name) => withoutNull(properties[name])[1]),
    );
    const kept = required.filter((name) => side === 'input' || !nullable.has(name));
    return { properties: Object.fromEntries(entries), required: kept };
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
