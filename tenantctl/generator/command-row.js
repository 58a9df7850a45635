// What `tenantctl` knows of an operation.
import { isConditional, isReading, scopesOf } from '@platform/contracts';
import { parameterOf } from '../../packages/sdk/generator/examples.js';
import { pathNames, placeOf } from '../../packages/sdk/generator/names.js';
import { columnReader } from './columns.js';
import { fieldReader } from './fields.js';
import { schemaReader } from './schemas.js';

export function commandReader(document) {
  const schemas = schemaReader(document.components.schemas);
  const fieldsOf = fieldReader(schemas);
  const columnsOf = columnReader(schemas);

  const idOf = (example) => /^([a-z]+)_01h455/.exec(example)?.[1];
  const parametersOf = ({ path }, described) =>
    pathNames(path).map((name) => {
      const { values, example } = parameterOf(path, name, described);
      const prefix = name === 'modelId' ? undefined : idOf(example);
      return { name, ...(values && { values }), ...(prefix && { prefix }) };
    });

  function queryOf(described, isPaged) {
    const parameters = (described.parameters ?? []).filter(
      (one) => one.in === 'query' && !(isPaged && ['limit', 'cursor'].includes(one.name)),
    );
    const fields = fieldsOf({
      properties: Object.fromEntries(
        parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    });
    // Query parameters are text, whatever their schema cannot express.
    return fields.map((field) => (field.kind === 'json' ? { ...field, kind: 'text' } : field));
  }

  function bodyOf({ bodyKind, bodyOptional }, described) {
    if (bodyKind === 'octets') return { octets: true };
    const schema = described.requestBody?.content['application/json']?.schema;
    if (!schema) return {};
    const requirements = schemas.requirementsOf(schema);
    return {
      body: fieldsOf(schemas.formOf(schema).schema),
      ...(requirements && { alternatives: requirements }),
      ...(bodyOptional && { bodyOptional: true }),
    };
  }

  function resultOf({ operationId, operation }, described) {
    if (operation.answers === 'file') return { file: true };
    const success = described.responses[operation.status ?? 200];
    const schema = success.content?.['application/json']?.schema;
    if (!schema) return {};
    const { schema: form } = schemas.formOf(schema);
    const { data } = form.properties ?? {};
    const entries = data && schemas.formOf(data).schema;
    if (entries?.type !== 'array') return {};
    const entry = schemas.formOf(entries.items).schema;
    const isPaged = Boolean(
      operation.query && 'cursor' in operation.query.shape && form.properties.hasMore,
    );
    return { list: isPaged ? 'pages' : 'whole', columns: columnsOf(operationId, entry) };
  }

  return function commandRow({ operationId, operation }) {
    const described = document.paths[operation.path][operation.method];
    const result = resultOf({ operationId, operation }, described);
    const query = queryOf(described, result.list === 'pages');
    const parameters = parametersOf(operation, described);
    return {
      operationId,
      name: placeOf(operationId).name,
      request: `${operation.method.toUpperCase()} ${operation.path}`,
      summary: operation.summary,
      ...(operation.description && { about: operation.description }),
      scopes: scopesOf(operation.scopes),
      ...('anyOf' in operation.scopes && operation.scopes.anyOf.length > 1 && { anyScope: true }),
      ...(parameters.length > 0 && { parameters }),
      ...(query.length > 0 && { query }),
      ...bodyOf(operation, described),
      ...result,
      ...(operation.method === 'post' && !isReading(operation) && { keyed: true }),
      ...(isConditional(operation) && { conditional: true }),
      ...(operation.preview && { preview: true }),
      ...(operation.secretAnswer && { secretResult: true }),
    };
  };
}
