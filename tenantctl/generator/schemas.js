// JSON Schemas of the OpenAPI document, in the form that flags need.

/** Resolves references and drops alternatives that are only `null`. */
export function schemaReader(components) {
  const resolve = (schema) => {
    if (!schema.$ref) return schema;
    const { $ref, ...own } = schema;
    return resolve({ ...components[$ref.split('/').at(-1)], ...own });
  };

  const alternativesOf = (schema) => {
    const { anyOf, oneOf } = schema;
    return (anyOf ?? oneOf ?? []).map(resolve);
  };
  const isNull = ({ type }) => type === 'null';

  /** The schema without `null`, and whether it allows it. */
  function withoutNull(schema) {
    const resolved = resolve(schema);
    if (Array.isArray(resolved.type)) {
      const types = resolved.type.filter((type) => type !== 'null');
      const isNullable = types.length < resolved.type.length;
      return { schema: { ...resolved, type: types.length === 1 ? types[0] : types }, isNullable };
    }
    const all = alternativesOf(resolved);
    const rest = all.filter((one) => !isNull(one));
    if (rest.length === all.length || resolved.properties)
      return { schema: resolved, isNullable: false };
    const { anyOf: _, oneOf: __, ...outer } = resolved;
    return rest.length === 1
      ? { schema: { ...rest[0], ...outer }, isNullable: true }
      : { schema: { ...outer, anyOf: rest }, isNullable: true };
  }

  const isObject = (schema) => schema.type === 'object' && Boolean(schema.properties);

  /** What all forms say of a property; each alone would be wrong for the others. */
  function sharedDescription(forms) {
    const [first, ...rest] = forms.map((form) => resolve(form).description);
    return rest.every((one) => one === first) ? first : undefined;
  }

  /** Objects of which one is expected, as one: a property is required if all of them require it. */
  function merged(schemas) {
    const names = [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties)))];
    const properties = Object.fromEntries(
      names.map((name) => {
        const forms = schemas.flatMap((one) =>
          one.properties[name] ? [one.properties[name]] : [],
        );
        return [
          name,
          forms.length === 1 ? forms[0] : { anyOf: forms, description: sharedDescription(forms) },
        ];
      }),
    );
    const required = names.filter((name) => schemas.every((one) => one.required?.includes(name)));
    return { type: 'object', properties, required };
  }

  /** The literal values of a schema; undefined if it allows others. */
  function valuesOf(schema) {
    if (schema.const !== undefined) return [schema.const];
    if (schema.enum) return schema.enum.filter((value) => value !== null);
    const all = alternativesOf(schema).map((one) => valuesOf(withoutNull(one).schema));
    return all.length > 0 && all.every(Boolean) ? [...new Set(all.flat())] : undefined;
  }

  /** A single form of a schema: unions of objects are merged, equal ones are one. */
  function formOf(schema) {
    const read = withoutNull(schema);
    const all = read.schema.properties
      ? []
      : alternativesOf(read.schema).map((one) => formOf(one).schema);
    if (all.length === 0) return read;
    const outer = { description: read.schema.description };
    if (all.every(isObject)) return { ...read, schema: { ...merged(all), ...outer } };
    const values = valuesOf(read.schema);
    if (values) return { ...read, schema: { ...outer, type: all[0].type, enum: values } };
    const [first] = all;
    const isSame = all.every((one) => one.type === first.type && one.type !== 'object');
    return { ...read, schema: isSame ? { ...first, enum: undefined, ...outer } : outer };
  }

  /** Sets of properties of which a request needs one: by an `anyOf` of requirements, or of objects. */
  function requirementsOf(schema) {
    const resolved = resolve(schema);
    const all = alternativesOf(resolved);
    const sets = all.map(({ required = [] }) => required);
    return all.length > 1 && sets.every((set) => set.length > 0) ? sets : undefined;
  }

  return { resolve, formOf, valuesOf, requirementsOf };
}
