// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `webhookClaimSchemaPut`. */
export const webhookClaimSchemaPut: FormDescriptor = {
  operationId: 'webhookClaimSchemaPut',
  fields: [
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
    { name: 'source.pointer', kind: 'text', maxLength: 256 },
    {
      name: 'source.endpointId',
      kind: 'text',
      about: 'A webhook endpoint with the purpose `claims`.',
      maxLength: 64,
    },
    { name: 'source.timeoutMilliseconds', kind: 'integer', minimum: 100, maximum: 3000 },
    {
      name: 'source.cacheTtlSeconds',
      kind: 'integer',
      about: 'How long a value can be cached. It is cached only in memory.',
      minimum: 0,
      maximum: 3600,
    },
    {
      name: 'source.staleIfErrorSeconds',
      kind: 'integer',
      about:
        'How much longer a cached value can be used if the endpoint does not return a new one.',
      minimum: 0,
      maximum: 86400,
    },
    {
      name: 'clientIds',
      kind: 'text',
      list: true,
      about: 'Clients whose tokens contain the claim. If empty, all clients.',
      minLength: 1,
      maxLength: 128,
      maxItems: 50,
    },
    {
      name: 'scopes',
      kind: 'text',
      list: true,
      about:
        'The claim is added only if one of these scopes is granted. If empty, it is always added.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 256,
      maxItems: 20,
    },
    {
      name: 'tokens',
      kind: 'text',
      values: ['access_token', 'id_token', 'userinfo'],
      list: true,
      maxItems: 3,
    },
    {
      name: 'resources',
      kind: 'text',
      list: true,
      about:
        'APIs whose access tokens contain the claim: identifiers of APIs of the tenant, or `product-api` for the management API. If empty, all. ID tokens and UserInfo responses are not affected.',
      minLength: 1,
      maxLength: 255,
      maxItems: 20,
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
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 0,
      maxLength: 256,
    },
    { name: 'enabled', kind: 'boolean' },
  ],
};
