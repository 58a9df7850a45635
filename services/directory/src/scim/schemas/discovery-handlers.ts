import { scimUnsupportedOperations } from '@platform/contracts';
import type { scimDiscoveryOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers, Mount } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import type { ResourceSchema, SchemaDocument } from './attribute.ts';
import { resourceType, schemaDocument, serviceProviderConfig } from './discovery.ts';
import { groupResourceSchema } from './group-schema.ts';
import { wholeList } from '../list-response.ts';
import { baseUrlOf } from '../scim-context.ts';
import type { ScimOptions } from '../scim-context.ts';
import { userResourceSchema } from './tenant-extension.ts';

/** RFC 7644 §4: a filter is rejected, so that no client takes the whole list for a filtered one. */
function refuseFilter({ filter }: { filter?: string | undefined }): void {
  if (filter !== undefined)
    throw problem('caller_not_allowed', { detail: 'This list cannot be filtered' });
}

const documentsOf = ({ core, extensions }: ResourceSchema): readonly SchemaDocument[] => [
  core,
  ...extensions,
];

export function discoveryHandlers(
  options: Pick<ScimOptions, 'publicBaseUrl' | 'schemas'>,
): Handlers<typeof scimDiscoveryOperations> {
  const resourceSchemas = async (tx: Tx): Promise<readonly ResourceSchema[]> => [
    userResourceSchema(await options.schemas.read(tx, 'user')),
    groupResourceSchema,
  ];
  return {
    scimServiceProviderConfigGet: ({ params, query }) => {
      refuseFilter(query);
      return serviceProviderConfig(baseUrlOf(options, params.directoryId));
    },
    async scimResourceTypesList({ tx, params, query }) {
      refuseFilter(query);
      const baseUrl = baseUrlOf(options, params.directoryId);
      return wholeList((await resourceSchemas(tx)).map((one) => resourceType(one, baseUrl)));
    },
    async scimResourceTypesGet({ tx, params }) {
      const schemas = await resourceSchemas(tx);
      const named = found(schemas.find((one) => one.resourceType === params.name));
      return resourceType(named, baseUrlOf(options, params.directoryId));
    },
    async scimSchemasList({ tx, params, query }) {
      refuseFilter(query);
      const baseUrl = baseUrlOf(options, params.directoryId);
      const documents = (await resourceSchemas(tx)).flatMap(documentsOf);
      return wholeList(documents.map((one) => schemaDocument(one, baseUrl)));
    },
    async scimSchemasGet({ tx, params }) {
      const wanted = params.urn.toLowerCase();
      const documents = (await resourceSchemas(tx)).flatMap(documentsOf);
      const named = found(documents.find(({ id }) => id.toLowerCase() === wanted));
      return schemaDocument(named, baseUrlOf(options, params.directoryId));
    },
  };
}

const notSupported = (): never => {
  throw problem('not_implemented', { detail: 'The server does not support this operation' });
};

/** Optional parts of the protocol that the server does not support. */
export const unsupportedMount: Mount = {
  operations: scimUnsupportedOperations,
  handlers: Object.fromEntries(
    Object.keys(scimUnsupportedOperations).map((operationId) => [operationId, notSupported]),
  ),
};
