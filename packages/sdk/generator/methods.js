// Each operation as a method of a resource, with the names of its types.
import { catalogue } from '@platform/contracts';
import { placeOf } from './names.js';
import { nameSchemas } from './schema-types.js';

/** The methods of the SDKs, and the schemas of their types, from the OpenAPI document. */
export function methodsOf(document) {
  const { schemas, types } = nameSchemas(document);
  const isPage = (name) => {
    const { properties = {} } = schemas[name] ?? {};
    return ['data', 'nextCursor', 'hasMore'].every((member) => member in properties);
  };
  const methods = catalogue.map(({ operationId, operation }) => ({
    ...placeOf(operationId),
    operation,
    described: document.paths[operation.path][operation.method],
    types: types.get(operationId),
    isPaged: Boolean(
      operation.query &&
      'cursor' in operation.query.shape &&
      isPage(types.get(operationId).response),
    ),
  }));
  return { schemas, methods };
}
