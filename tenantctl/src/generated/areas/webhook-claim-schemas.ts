// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `webhook-claim-schemas`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'webhookClaimSchemaList',
    name: 'webhookClaimSchemas.list',
    request: 'GET /api/v1/webhook-claim-schemas',
    summary: 'Lists claim schemas by name',
    scopes: ['tenant:webhook-schemas.read'],
    list: 'pages',
    columns: ['id', 'scopes', 'enabled', 'description', 'createdAt', 'updatedAt'],
  },
  {
    operationId: 'webhookClaimSchemaGet',
    name: 'webhookClaimSchemas.get',
    request: 'GET /api/v1/webhook-claim-schemas/{claimName}',
    summary: 'Gets a claim schema',
    scopes: ['tenant:webhook-schemas.read'],
    parameters: [{ name: 'claimName' }],
  },
  {
    operationId: 'webhookClaimSchemaPut',
    name: 'webhookClaimSchemas.put',
    request: 'PUT /api/v1/webhook-claim-schemas/{claimName}',
    summary: 'Creates or replaces a claim schema',
    about:
      'If the name is an https URI, percent-encode it. Takes effect everywhere within 60 seconds.',
    scopes: ['tenant:webhook-schemas.write'],
    parameters: [{ name: 'claimName' }],
    body: [
      {
        name: 'schema',
        kind: 'json',
        map: true,
        required: true,
        about:
          'JSON Schema 2020-12 for the value, with at most 8192 bytes and 5 nested schemas. Supported keywords: type, enum, const, format, minLength, maxLength, minItems, maxItems, minProperties, maxProperties, minimum, maximum, exclusiveMinimum, exclusiveMaximum, required, items, additionalProperties, properties.',
      },
      { name: 'source', kind: 'object' },
      {
        name: 'source.kind',
        kind: 'text',
        values: ['webhook', 'attribute', 'endpoint'],
        required: true,
      },
      { name: 'source.pointer', kind: 'text' },
      {
        name: 'source.endpointId',
        kind: 'text',
        about: 'A webhook endpoint with the purpose `claims`.',
      },
      { name: 'source.timeoutMilliseconds', kind: 'integer' },
      {
        name: 'source.cacheTtlSeconds',
        kind: 'integer',
        about: 'How long a value can be cached. It is cached only in memory.',
      },
      {
        name: 'source.staleIfErrorSeconds',
        kind: 'integer',
        about:
          'How much longer a cached value can be used if the endpoint does not return a new one.',
      },
      {
        name: 'clientIds',
        kind: 'text',
        list: true,
        about: 'Clients whose tokens contain the claim. If empty, all clients.',
      },
      {
        name: 'scopes',
        kind: 'text',
        list: true,
        about:
          'The claim is added only if one of these scopes is granted. If empty, it is always added.',
      },
      {
        name: 'tokens',
        kind: 'text',
        values: ['access_token', 'id_token', 'userinfo'],
        list: true,
      },
      {
        name: 'resources',
        kind: 'text',
        list: true,
        about:
          'APIs whose access tokens contain the claim: identifiers of APIs of the tenant, or `product-api` for the management API. If empty, all. ID tokens and UserInfo responses are not affected.',
      },
      {
        name: 'required',
        kind: 'boolean',
        about:
          "If there is no valid value, the enrichment fails and the client's failure mode applies.",
      },
      {
        name: 'default',
        kind: 'json',
        about: 'The value to use if the source does not return a valid one.',
      },
      { name: 'description', kind: 'text', nullable: true },
      { name: 'enabled', kind: 'boolean' },
    ],
    conditional: true,
  },
  {
    operationId: 'webhookClaimSchemaDelete',
    name: 'webhookClaimSchemas.delete',
    request: 'DELETE /api/v1/webhook-claim-schemas/{claimName}',
    summary: 'Deletes a claim schema',
    scopes: ['tenant:webhook-schemas.write'],
    parameters: [{ name: 'claimName' }],
    conditional: true,
  },
];
