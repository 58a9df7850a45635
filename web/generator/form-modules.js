// One module for each area of the API: the fields of its request bodies, and what can be checked while the user types.
import { catalogue } from '@platform/contracts';
import { kebabCase, placeOf } from '../../packages/sdk/generator/names.js';
import { fieldReader } from '../../tenantctl/generator/fields.js';
import { schemaReader } from '../../tenantctl/generator/schemas.js';

const limits = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'maxItems'];
/** Limits of numbers that JSON Schema only has because JavaScript cannot count further. */
const isUnlimited = (value) => Math.abs(value) === Number.MAX_SAFE_INTEGER;

const limitsOf = (schema) =>
  Object.fromEntries(
    limits.flatMap((name) =>
      schema[name] === undefined || isUnlimited(schema[name]) ? [] : [[name, schema[name]]],
    ),
  );

export function formModules(document) {
  const schemas = schemaReader(document.components.schemas);
  /** A list has the limits of its entries, and its own length. */
  const checksOf = (form) => {
    const { maxItems, items } = form;
    if (form.type !== 'array') return limitsOf(form);
    return { ...limitsOf(schemas.formOf(items ?? {}).schema), ...(maxItems && { maxItems }) };
  };
  const fieldsOf = fieldReader(schemas, checksOf);

  function formOf({ operationId, operation }) {
    const described = document.paths[operation.path][operation.method];
    const schema = described.requestBody?.content['application/json']?.schema;
    if (!schema) return [];
    const fields = fieldsOf(schemas.formOf(schema).schema);
    const requirements = schemas.requirementsOf(schema);
    const form = { operationId, fields, ...(requirements && { oneOf: requirements }) };
    return [{ area: placeOf(operationId).name.split('.')[0], form }];
  }

  const all = catalogue.flatMap(formOf);
  const moduleOf = (area) => `
import type { FormDescriptor } from '../../client/form-descriptor.ts';
${all
  .filter((one) => one.area === area)
  .map(
    ({ form }) => `
/** The body of \`${form.operationId}\`. */
export const ${form.operationId}: FormDescriptor = ${JSON.stringify(form)};
`,
  )
  .join('')}`;
  return [...new Set(all.map(({ area }) => area))].map((area) => [
    `forms/${kebabCase(area)}.ts`,
    moduleOf(area),
  ]);
}
