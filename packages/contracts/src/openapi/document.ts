import { catalogue } from '../catalogue.ts';
import { allScopes } from '../scopes.ts';
import type { JsonObject } from './json.ts';
import { operationObject } from './operation-object.ts';
import { problemResponses, problemSchema } from './problem-responses.ts';
import { schemaComponents } from './schema-components.ts';
import { tagDescriptions, tagOf } from './tags.ts';
import { eventSchema, webhookObjects } from './webhook-objects.ts';

/** Where the API described is reached. */
export interface DocumentOptions {
  /** Base URL without a trailing slash. */
  serverUrl: string;
  /** The platform's issuer: where tokens come from. A tenant has one of its own. */
  issuer: string;
  version?: string;
}

const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

const headers: JsonObject = {
  RequestId: text("Names this request in our logs: the caller's where it was well formed."),
  ETag: text('Version of the resource; send it as If-Match to write only what was read.'),
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  IdempotencyReplayed: {
    description: 'The stored answer of an earlier request with the same key.',
    schema: { const: 'true' },
  },
};

const parameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key with the same body gives the same answer for 24 hours.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    ...text('Refused with 412 when the resource has another version.'),
  },
};

const oauth2 = (issuer: string): JsonObject => {
  const scopes = Object.fromEntries(allScopes.map((scope) => [scope, '']));
  const tokenUrl = `${issuer}/oauth2/token`;
  return {
    type: 'oauth2',
    description: "A token of the tenant's own issuer; it names the tenant that is acted on.",
    flows: {
      clientCredentials: { tokenUrl, scopes },
      authorizationCode: { authorizationUrl: `${issuer}/oauth2/authorize`, tokenUrl, scopes },
    },
  };
};

const description =
  'Every call acts on the tenant of its token. Refusals are problem documents (RFC 9457) with a code of a closed list. ' +
  'Text of any member holds neither NUL nor half of a surrogate pair; no member is named `__proto__`, `constructor` or `prototype`; a body is nested 16 deep at most, where its operation says nothing else.';

/** The whole API as an OpenAPI 3.1 document, from the catalogue of operations and of events. */
export function openApiDocument({
  serverUrl,
  issuer,
  version = '1.0.0',
}: DocumentOptions): JsonObject {
  const schemas = schemaComponents();
  const refusals = problemResponses();
  const paths: Record<string, JsonObject> = {};
  for (const { operationId, operation } of catalogue) {
    (paths[operation.path] ??= {})[operation.method] = operationObject(operationId, operation, {
      schemas,
      refusals,
    });
  }
  const webhooks = webhookObjects(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenant management API',
      version,
      description: description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(catalogue.map(({ operation }) => tagOf(operation.path)))]
      .sort()
      .map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: { oauth2: oauth2(issuer) },
      schemas: { ...schemas.all(), Problem: problemSchema, Event: eventSchema },
      responses: refusals.all(),
      headers,
      parameters,
    },
  };
}
