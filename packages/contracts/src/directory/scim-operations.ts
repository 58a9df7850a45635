import { z } from 'zod';
import { allOf, operations } from '../operation.ts';
import type { HttpMethod, Operation } from '../operation.ts';

const path = '/scim/v2/{directoryId}';
const none = allOf();
const maxBodyBytes = 1024 * 1024;
const maxJsonDepth = 10;

/** A SCIM resource or message. Its members depend on the tenant and are described by `/Schemas`. */
const ScimMessage = z.record(z.string(), z.unknown());

const integer = z
  .string()
  .regex(/^-?\d{1,9}$/, { error: 'must be an integer' })
  .transform(Number);
const projection = { attributes: z.string().optional(), excludedAttributes: z.string().optional() };

// Ignores unknown parameters, because provisioning services add their own to the base URL.
const ProjectionQuery = z.object(projection);
const ListQuery = z.object({
  ...projection,
  filter: z.string().optional(),
  startIndex: integer.optional(),
  count: integer.optional(),
  cursor: z.string().optional(),
});

/** RFC 7643 §2.5: null is equivalent to an absent member. */
const unassigned = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** RFC 7644 §3.4.3. */
const SearchRequest = z.object({
  attributes: unassigned(z.array(z.string())),
  excludedAttributes: unassigned(z.array(z.string())),
  filter: unassigned(z.string()),
  startIndex: unassigned(z.int()),
  count: unassigned(z.int()),
  cursor: unassigned(z.string()),
});

/** A query of a list of SCIM resources, by GET or by `.search`. */
export type ScimListRequest = z.output<typeof SearchRequest> | z.output<typeof ListQuery>;

const discovery = <const At extends string>(at: At, summary: string) =>
  ({
    method: 'get',
    path: `${path}/${at}` as `${typeof path}/${At}`,
    scopes: none,
    summary,
    query: z.object({ filter: z.string().optional() }),
    response: ScimMessage,
    noEtag: true,
    errors: [],
  }) as const;

/** Discovery operations: what the server supports (RFC 7644 §4). */
export const scimDiscoveryOperations = operations({
  scimServiceProviderConfigGet: discovery(
    'ServiceProviderConfig',
    'Gets the service provider configuration',
  ),
  scimResourceTypesList: discovery('ResourceTypes', 'Lists the resource types'),
  scimResourceTypesGet: discovery('ResourceTypes/{name}', 'Gets a resource type'),
  scimSchemasList: discovery('Schemas', 'Lists the schemas'),
  scimSchemasGet: discovery('Schemas/{urn}', 'Gets a schema'),
});

/**
 * RFC 7644 §3.9 separates names by commas; libraries that treat them as a list repeat the
 * parameter.
 */
const queryLists = ['attributes', 'excludedAttributes'] as const;

const body = {
  body: ScimMessage,
  maxBodyBytes,
  maxJsonDepth,
  query: ProjectionQuery,
  queryLists,
} as const;
const one = `${path}/Users/{id}` as const;
const oneGroup = `${path}/Groups/{id}` as const;

/** Operations on users of a directory. */
export const scimUserOperations = operations({
  scimUsersList: {
    method: 'get',
    path: `${path}/Users`,
    scopes: none,
    summary: 'Lists users',
    query: ListQuery,
    queryLists,
    response: ScimMessage,
    mode: 'query',
    noEtag: true,
    errors: [],
  },
  scimUsersSearch: {
    method: 'post',
    path: `${path}/Users/.search`,
    scopes: none,
    summary: 'Searches users',
    body: SearchRequest,
    maxBodyBytes,
    maxJsonDepth,
    query: z.object({}),
    response: ScimMessage,
    mode: 'query',
    noEtag: true,
    errors: [],
  },
  scimUsersCreate: {
    ...body,
    method: 'post',
    path: `${path}/Users`,
    scopes: none,
    summary: 'Creates a user',
    response: ScimMessage,
    status: 201,
    errors: ['already_exists', 'conflict', 'limit_exceeded'],
  },
  scimUsersGet: {
    method: 'get',
    path: one,
    scopes: none,
    summary: 'Gets a user',
    query: ProjectionQuery,
    queryLists,
    response: ScimMessage,
    errors: [],
  },
  scimUsersReplace: {
    ...body,
    method: 'put',
    path: one,
    scopes: none,
    summary: 'Replaces a user',
    response: ScimMessage,
    errors: ['precondition_failed', 'already_exists', 'conflict', 'limit_exceeded'],
  },
  scimUsersPatch: {
    ...body,
    method: 'patch',
    path: one,
    scopes: none,
    summary: 'Updates a user',
    response: ScimMessage,
    errors: ['precondition_failed', 'already_exists', 'conflict', 'limit_exceeded'],
  },
  scimUsersDelete: {
    method: 'delete',
    path: one,
    scopes: none,
    summary: 'Deletes a user',
    query: z.object({}),
    response: ScimMessage,
    status: 204,
    errors: ['precondition_failed'],
  },
});

/**
 * Operations on groups of a directory. Responses are streamed, since a group can have many members.
 */
export const scimGroupOperations = operations({
  scimGroupsList: {
    method: 'get',
    path: `${path}/Groups`,
    scopes: none,
    summary: 'Lists groups',
    query: ListQuery,
    queryLists,
    response: ScimMessage,
    mode: 'query',
    answers: 'stream',
    errors: [],
  },
  scimGroupsSearch: {
    method: 'post',
    path: `${path}/Groups/.search`,
    scopes: none,
    summary: 'Searches groups',
    body: SearchRequest,
    maxBodyBytes,
    maxJsonDepth,
    query: z.object({}),
    response: ScimMessage,
    mode: 'query',
    answers: 'stream',
    errors: [],
  },
  scimGroupsCreate: {
    ...body,
    method: 'post',
    path: `${path}/Groups`,
    scopes: none,
    summary: 'Creates a group',
    response: ScimMessage,
    status: 201,
    errors: ['already_exists', 'limit_exceeded'],
  },
  scimGroupsGet: {
    method: 'get',
    path: oneGroup,
    scopes: none,
    summary: 'Gets a group',
    query: ProjectionQuery,
    queryLists,
    response: ScimMessage,
    mode: 'query',
    answers: 'stream',
    errors: [],
  },
  scimGroupsReplace: {
    ...body,
    method: 'put',
    path: oneGroup,
    scopes: none,
    summary: 'Replaces a group',
    response: ScimMessage,
    errors: ['precondition_failed', 'already_exists', 'limit_exceeded'],
  },
  scimGroupsPatch: {
    ...body,
    method: 'patch',
    path: oneGroup,
    scopes: none,
    summary: 'Updates a group',
    response: ScimMessage,
    errors: ['precondition_failed', 'already_exists', 'limit_exceeded'],
  },
  scimGroupsDelete: {
    method: 'delete',
    path: oneGroup,
    scopes: none,
    summary: 'Deletes a group',
    query: z.object({}),
    response: ScimMessage,
    status: 204,
    errors: ['precondition_failed'],
  },
});

const methods: readonly HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];
const unsupported = (method: HttpMethod, at: string): [string, Operation] => [
  `scim${at.replace('.search', 'Search')}_${method}`,
  {
    method,
    path: `${path}/${at}`,
    scopes: none,
    summary: `Not supported: ${at}`,
    query: z.object({}),
    ...(method === 'get' || method === 'delete' ? {} : { body: z.unknown() }),
    response: ScimMessage,
    mode: 'query',
    errors: ['not_implemented'],
  },
];

/** Optional parts of the protocol, to which the response is 501 (RFC 7644 §3.11, §3.7, §3.4.3). */
export const scimUnsupportedOperations: Record<string, Operation> = Object.fromEntries(
  ['Me', 'Bulk', '.search'].flatMap((at) => methods.map((method) => unsupported(method, at))),
);
