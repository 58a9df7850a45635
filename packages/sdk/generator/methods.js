// Every operation as a method of the SDK: its name, its types and an example.
import { catalogue } from '@platform/contracts';
import { exampleOf } from './examples.js';
import { placeOf } from './names.js';
import { nameSchemas } from './schema-types.js';

const isPage = (schema = {}) =>
  ['data', 'nextCursor', 'hasMore'].every((member) => member in (schema.properties ?? {}));

/** The methods of the operations of an OpenAPI document, in the order of the catalogue, and the schemas that their types name. */
export async function sdkMethods(document) {
  const { schemas, types } = nameSchemas(document);
  const methods = [];
  for (const { operationId, operation } of catalogue) {
    const method = {
      ...placeOf(operationId),
      operationId,
      operation,
      described: document.paths[operation.path][operation.method],
      types: types.get(operationId),
      isPaged: Boolean(
        operation.query &&
        'cursor' in operation.query.shape &&
        isPage(schemas[types.get(operationId).response]),
      ),
    };
    methods.push({ ...method, example: await exampleOf(method, schemas) });
  }
  return { methods, schemas };
}
