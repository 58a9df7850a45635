// The members of a body and the query parameters, in the form of flags.
const deepest = 4;

/** Text that must not be in a command line, where other users and the shell's history can see it. */
const secretName =
  /^(?:.*[pP]assword|secret|clientSecret|sharedSecret|signingSecret|token|bearerToken|accessToken|authToken|apiKey|privateKey|.*PrivateKey|serviceAccountKey|hecToken|credentials?Json|keyJson)$/;

const kinds = { string: 'text', integer: 'integer', number: 'number', boolean: 'boolean' };
const isFlag = (values) =>
  values?.length > 0 && values.every((value) => ['true', 'false', true, false].includes(value));
const isRecord = ({ type, additionalProperties }) =>
  type === 'object' && typeof additionalProperties === 'object';

/** `more`: further properties of a field, from its schema. */
export function fieldReader({ formOf, valuesOf }, more = () => ({})) {
  function scalarOf(schema) {
    const values = valuesOf(schema);
    if (isFlag(values)) return { kind: 'boolean' };
    if (values?.every((value) => typeof value === 'string')) return { kind: 'text', values };
    return { kind: kinds[schema.type] ?? 'json' };
  }

  /** What the value of a field is. */
  function typeOf(schema) {
    if (schema.type === 'array') {
      const item = formOf(schema.items ?? {}).schema;
      return { ...scalarOf(item), list: true };
    }
    if (isRecord(schema) && !schema.properties) {
      const value = formOf(schema.additionalProperties).schema;
      return { ...scalarOf(value), map: true };
    }
    if (schema.type === 'object') return { kind: schema.properties ? 'object' : 'json' };
    return scalarOf(schema);
  }

  function fieldOf(name, schema, { isRequired, depth }) {
    const { schema: form, isNullable } = formOf(schema);
    const type = depth >= deepest && form.properties ? { kind: 'json' } : typeOf(form);
    const last = name.split('.').at(-1);
    const about = schema.description ?? form.description;
    const field = {
      name,
      ...type,
      ...(isRequired && { required: true }),
      ...(isNullable && { nullable: true }),
      ...(type.kind === 'object' && form.additionalProperties && { open: true }),
      ...(type.kind === 'text' && !type.values && secretName.test(last) && { secret: true }),
      ...(about && { about }),
      ...more(form),
    };
    return type.kind === 'object' && !type.list
      ? [field, ...fieldsOf(form, { prefix: `${name}.`, depth: depth + 1 })]
      : [field];
  }

  /** The properties of an object, nested ones with dots. */
  const fieldsOf = ({ properties = {}, required = [] }, { prefix = '', depth = 0 } = {}) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      fieldOf(`${prefix}${name}`, schema, { isRequired: required.includes(name), depth }),
    );

  return fieldsOf;
}
