// Each operation as a method of a resource, with the names of its types.
import { catalogue } from '@platform/contracts';
import { exampleOf } from './examples.js';
import { placeOf } from './names.js';
import { nameSchemas } from './schema-types.js';

/** The methods of the operations of an OpenAPI document, in the order of the catalogue, and the schemas that their types name. */
export function methodsOf(document) {
  const { schemas, types } = nameSchemas(document);
  const isPage = (name) => {
    const { properties = {} } = schemas[name] ?? {};
    return ['data', 'nextCursor', 'hasMore'].every((member) => member in properties);
  };
  const methods = catalogue.map(({ operationId, operation }) => ({
    ...placeOf(operationId),
    operationId,
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

/** The same, each method with an example of its call in TypeScript. */
export async function sdkMethods(document) {
  const { schemas, methods } = methodsOf(document);
  const explained = [];
  for (const method of methods)
    explained.push({ ...method, example: await exampleOf(method, schemas) });
  return { schemas, methods: explained };
}
