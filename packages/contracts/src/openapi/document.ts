import { catalogue } from '../catalogue.ts';
import { scopeDescriptions } from '../scope-descriptions.ts';
import { isSelfScope } from '../scopes.ts';
import { webSessionCookie } from '../web-app.ts';
import type { JsonObject } from './json.ts';
import { introduction } from './introduction.ts';
import { addExamples } from './operation-examples.ts';
import { operationObject } from './operation-object.ts';
import { problemResponses, problemSchema } from './problem-responses.ts';
import { schemaComponents } from './schema-components.ts';
import { tagDescriptions, operationTagOf } from './tags.ts';
import { eventSchema, webhookObjects } from './webhook-objects.ts';

/** Addresses and version for the document. */
export interface DocumentOptions {
  /** Base URL without a trailing slash. */
  serverUrl: string;
  /** The tenant issuer to show, such as `https://your-tenant.id.example.com`. */
  tenantIssuer: string;
  /** Version of the API description. */
  version: string;
}

const text = (description: string, example?: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  ...(example === undefined ? {} : { example }),
});

const headers: JsonObject = {
  RequestId: text(
    'Identifies this request in logs and support requests. If you send a well-formed `X-Request-Id`, it is used.',
    'req_01h455vb4pex5vsknk084sn02q',
  ),
  ETag: text(
    'Version of the resource. Send it as `If-Match` to update the resource only if it has not changed.',
    '"3"',
  ),
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: text(
    'What remains of the rate limit that is closest to being exhausted.',
    '"tenant";r=987;t=42',
  ),
  RateLimitPolicy: text(
    'The rate limit: the number of requests (`q`) per window in seconds (`w`).',
    '"tenant";q=1000;w=60',
  ),
  IdempotencyReplayed: {
    description:
      'Present when this is the stored response of an earlier request with the same key.',
    schema: { const: 'true' },
  },
};

const parameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique key of your choice. For 24 hours, a repeated request with the same key and body returns the stored response.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    ...text(
      'The `ETag` of the version that you have read. The request returns 412 if the resource has changed since then.',
    ),
  },
};

const setupSession: JsonObject = {
  type: 'apiKey',
  in: 'cookie',
  name: webSessionCookie('setup'),
  description:
    'The session of a setup link, which the setup application opens on the host of the tenant. It counts only in requests of that application.',
};

const oauth2 = (issuer: string): JsonObject => {
  const scopes = { ...scopeDescriptions };
  const withoutUser = Object.entries(scopes).filter(([scope]) => !isSelfScope(scope));
  const tokenUrl = `${issuer}/oauth2/token`;
  return {
    type: 'oauth2',
    description:
      "An access token from your tenant's issuer. Replace the host with that of your tenant. Every call acts on the tenant that issued the token.",
    flows: {
      clientCredentials: { tokenUrl, scopes: Object.fromEntries(withoutUser) },
      authorizationCode: {
        authorizationUrl: `${issuer}/oauth2/authorize`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes,
      },
    },
  };
};

/**
 * Builds the OpenAPI 3.1 document of the whole API, from the catalogues of operations and events.
 */
export function openApiDocument(options: DocumentOptions): JsonObject {
  const pieces = openApiDocumentInPieces(options);
  for (;;) {
    const step = pieces.next();
    if (step.done) return step.value;
  }
}

/** Like {@link openApiDocument}, for a process with other work: yields every few milliseconds. */
export function* openApiDocumentInPieces({
  serverUrl,
  tenantIssuer,
  version,
}: DocumentOptions): Generator<void, JsonObject> {
  const schemas = schemaComponents();
  const refusals = problemResponses();
  const paths: Record<string, JsonObject> = {};
  for (const { operationId, operation } of catalogue) {
    (paths[operation.path] ??= {})[operation.method] = operationObject(operationId, operation, {
      schemas,
      refusals,
    });
    yield;
  }
  const webhooks = webhookObjects(schemas);
  yield;
  const all = schemas.all();
  for (const { operation } of catalogue) {
    addExamples(paths[operation.path]![operation.method] as JsonObject, all);
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenant management API',
      version,
      description: introduction({ serverUrl, tenantIssuer }),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(catalogue.map(({ operation }) => operationTagOf(operation.path)))]
      .sort()
      .map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: { oauth2: oauth2(tenantIssuer), setupSession },
      schemas: { ...schemas.all(), Problem: problemSchema, Event: eventSchema },
      responses: refusals.all(),
      headers,
      parameters,
    },
  };
}
