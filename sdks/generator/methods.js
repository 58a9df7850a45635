// What both SDKs need to know about each method.
import { isConditional, isReading, openApiDocument, scopesOf } from '@platform/contracts';
import { methodsOf } from '../../packages/sdk/generator/methods.js';
import { parameterOf } from '../../packages/sdk/generator/examples.js';
import { pathNames } from '../../packages/sdk/generator/names.js';
import { codesOf } from '../../packages/sdk/generator/problem-types.js';
import { namedSchemas } from './named-schemas.js';

const document = openApiDocument({
  serverUrl: 'https://api.example.com',
  tenantIssuer: 'https://acme.id.example.com',
  version: '0.1.0',
});

/** The order of resources and methods, as in the tree. */
const { schemas: all, methods: described } = methodsOf(document);
// The data of each event is an open object: events gain types faster than SDKs are updated.
const { EventDataByType: _, HookCommand: __, ...used } = all;

export const schemas = namedSchemas(used);

/** The type of the entries of a list; undefined for text. */
const entryOf = (list) => schemas[list].properties.data.items.$ref?.split('/').at(-1);

function describe({ operation, name }) {
  const { own } = codesOf(operation);
  const scopes = scopesOf(operation.scopes).map((scope) => `\`${scope}\``);
  const join = 'allOf' in operation.scopes ? ' and ' : ' or ';
  return [
    `${operation.summary}.`,
    operation.description,
    operation.preview && 'This operation is a preview: it can change without notice.',
    scopes.length > 0 && `Scopes: ${scopes.join(join)}.`,
    own.length > 0 && `Problems: ${own.map((code) => `\`${code}\``).join(', ')}.`,
    `Operation: \`${name}\`.`,
  ].filter(Boolean);
}

export const methods = described.map((method) => {
  const { operation, described: object, types, isPaged } = method;
  const parameters = pathNames(operation.path).map((one) =>
    parameterOf(operation.path, one, object),
  );
  const reads = isReading(operation) && operation.method !== 'get';
  return {
    name: method.name,
    resource: method.resource,
    verb: method.verb,
    http: operation.method.toUpperCase(),
    path: operation.path,
    parameters: parameters.map(({ name }) => name),
    hasText: parameters.some(({ isText }) => isText),
    query: (object.parameters ?? []).filter((one) => one.in === 'query'),
    types,
    isPaged,
    entry: isPaged ? entryOf(types.response) : undefined,
    isKeyed: operation.method === 'post' && !reads,
    isConditional: isConditional(operation),
    reads,
    isFile: operation.answers === 'file',
    isOctets: operation.bodyKind === 'octets',
    isBodyOptional: Boolean(operation.bodyOptional),
    seconds: operation.firstByteSeconds,
    documentation: describe(method),
  };
});

/** Resources below one, by their own name; at the root of the tree for ''. */
export function childrenOf(resource) {
  const prefix = resource === '' ? '' : `${resource}.`;
  const names = methods
    .filter((method) => method.resource.startsWith(prefix) && method.resource !== resource)
    .map((method) => method.resource.slice(prefix.length).split('.')[0]);
  return [...new Set(names)].map((name) => ({ name, full: `${prefix}${name}` }));
}

/** Every resource of the tree, also those that have only resources below them. */
export function allResources(resource = '') {
  return childrenOf(resource).flatMap(({ full }) => [...allResources(full), full]);
}
