import type { Attribute, ResourceSchema, SchemaDocument } from './attribute.ts';

const messages = 'urn:ietf:params:scim:schemas:core:2.0';
const maxResults = 200;

/** RFC 7643 §5, with the paging of RFC 9865. */
export const serviceProviderConfig = (baseUrl: string): Record<string, unknown> => ({
  schemas: [`${messages}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: 100,
    maxPageSize: maxResults,
    cursorTimeout: 86_400,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM bearer token',
      description: 'Authentication with a bearer token of the directory (RFC 6750).',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${baseUrl}/ServiceProviderConfig`,
  },
});

/** RFC 7643 §6. */
export const resourceType = (
  { resourceType: name, collection, core, extensions }: ResourceSchema,
  baseUrl: string,
): Record<string, unknown> => ({
  schemas: [`${messages}:ResourceType`],
  id: name,
  name,
  endpoint: `/${collection}`,
  description: core.description,
  schema: core.id,
  ...(extensions.length > 0
    ? { schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })) }
    : {}),
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
});

/** Omits characteristics that do not apply to complex attributes. */
function attributeDocument({ subAttributes, ...rest }: Attribute): Record<string, unknown> {
  if (!subAttributes) return rest;
  const { caseExact: _caseExact, uniqueness: _uniqueness, ...characteristics } = rest;
  return { ...characteristics, subAttributes: subAttributes.map(attributeDocument) };
}

/** RFC 7643 §7. */
export const schemaDocument = (
  { id, name, description, attributes }: SchemaDocument,
  baseUrl: string,
): Record<string, unknown> => ({
  schemas: [`${messages}:Schema`],
  id,
  name,
  description,
  attributes: attributes.map(attributeDocument),
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` },
});
