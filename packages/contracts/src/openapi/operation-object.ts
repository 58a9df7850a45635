import type { z } from 'zod';
import { isConditional } from '../operation.ts';
import type { Operation, Scopes } from '../operation.ts';
import { isForSetup } from '../setup-scopes.ts';
import type { JsonObject } from './json.ts';
import type { problemResponses } from './problem-responses.ts';
import type { SchemaComponents } from './schema-components.ts';
import { operationTagOf } from './tags.ts';

const parameter = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

/**
 * Returns one requirement with all scopes, or one requirement per scope: the outer list of OpenAPI
 * means "one of", the inner "all of". Contacts with a setup link have a session instead of a token.
 */
export function securityOf(scopes: Scopes): JsonObject[] {
  if (isForSetup(scopes)) return [{ setupSession: [] }];
  return 'allOf' in scopes
    ? [{ oauth2: [...scopes.allOf] }]
    : scopes.anyOf.map((scope) => ({ oauth2: [scope] }));
}

const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{([A-Za-z0-9_]+)\}/g)].map(([, name]) => name as string);

const accepted = 'The operation was accepted and continues in the background.';

/** Parameters contain no control characters (Cc), in any position. */
const plainText = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const withPattern = (schema: JsonObject): JsonObject =>
  schema['type'] !== 'string' ||
  ['pattern', 'enum', 'const', 'format', 'anyOf'].some((rule) => rule in schema)
    ? schema
    : { ...schema, pattern: plainText };
const segment: JsonObject = withPattern({ type: 'string', minLength: 1, maxLength: 512 });

function membersOf(
  object: z.ZodObject | undefined,
  where: 'query' | 'path',
  schemas: SchemaComponents,
): JsonObject[] {
  if (!object) return [];
  const { properties = {}, required = [] } = schemas.use(object, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: withPattern(schema),
  }));
}

function parametersOf(operation: Operation, schemas: SchemaComponents): JsonObject[] {
  const declared = membersOf(operation.params, 'path', schemas);
  const plain = pathNames(operation.path)
    .filter((name) => !declared.some((p) => p['name'] === name))
    .map((name) => ({ name, in: 'path', required: true, schema: segment }));
  return [
    ...plain,
    ...declared,
    ...membersOf(operation.query, 'query', schemas),
    ...(operation.method === 'post' ? [parameter('IdempotencyKey')] : []),
    ...(isConditional(operation) ? [parameter('IfMatch')] : []),
  ];
}

function requestBodyOf(operation: Operation, schemas: SchemaComponents): JsonObject | undefined {
  if (operation.bodyKind === 'octets')
    return { required: true, content: { 'application/octet-stream': { schema: {} } } };
  if (!operation.body) return undefined;
  const content = { schema: schemas.use(operation.body, 'input', operation.schemaNames?.body) };
  return {
    required: !operation.bodyOptional,
    content: {
      'application/json': content,
      ...(operation.mergePatch ? { 'application/merge-patch+json': content } : {}),
    },
  };
}

/** Names a list's component after that of its items: `UserList`. */
function listName(response: z.ZodType): string | undefined {
  const { shape } = response as Partial<z.ZodObject>;
  const { element } = (shape?.['data'] ?? {}) as Partial<z.ZodArray<z.ZodType>>;
  const id = element?.meta()?.['id'];
  return shape && 'nextCursor' in shape && typeof id === 'string' ? `${id}List` : undefined;
}

function successOf(operation: Operation, schemas: SchemaComponents): JsonObject {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    RateLimit: { $ref: '#/components/headers/RateLimit' },
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
    ...(operation.noEtag || operation.status === 204
      ? {}
      : { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(operation.method === 'post'
      ? { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }
      : {}),
    ...(operation.preview
      ? { 'X-Platform-Preview': { schema: { type: 'string', const: operation.preview } } }
      : {}),
  };
  if (operation.status === 204) return { description: 'The operation succeeded.', headers };
  return {
    description: operation.status === 202 ? accepted : 'The operation succeeded.',
    headers,
    content: {
      'application/json': {
        schema: schemas.use(
          operation.response,
          'output',
          operation.schemaNames?.response ?? listName(operation.response),
        ),
      },
    },
  };
}

/** Converts an operation to an OpenAPI operation object. */
export function operationObject(
  operationId: string,
  operation: Operation,
  {
    schemas,
    refusals,
  }: { schemas: SchemaComponents; refusals: ReturnType<typeof problemResponses> },
): JsonObject {
  const requestBody = requestBodyOf(operation, schemas);
  const parameters = parametersOf(operation, schemas);
  return {
    operationId,
    tags: [operationTagOf(operation.path)],
    summary: operation.summary,
    description: operation.description ?? `${operation.summary}.`,
    ...(operation.preview ? { 'x-stability': 'preview' } : {}),
    security: securityOf(operation.scopes),
    'x-required-scopes':
      'allOf' in operation.scopes
        ? { all: operation.scopes.allOf }
        : { any: operation.scopes.anyOf },
    ...(operation.stepUp ? { 'x-step-up': { ...operation.stepUp } } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...(operation.otherStatus
        ? { [operation.otherStatus]: { ...successOf(operation, schemas), description: accepted } }
        : {}),
      [String(operation.status ?? 200)]: successOf(operation, schemas),
      ...refusals.of(operation),
    },
  };
}
