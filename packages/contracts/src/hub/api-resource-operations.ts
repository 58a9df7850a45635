import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { ApiClient, PutApiClientRequest } from './api-client.ts';
import { ApiDetailType, PutApiDetailTypeRequest } from './api-detail-type.ts';
import {
  ApiResource,
  ApiResourceDeletion,
  ApiResourceSimulation,
  CreateApiResourceRequest,
  ProtectedResourceMetadata,
  SimulateApiResourceRequest,
  UpdateApiResourceRequest,
} from './api-resource.ts';
import { ApiScope, PutApiScopeRequest } from './api-scope.ts';
import { ApiSigningKey, RotateApiSigningKeyRequest } from './api-signing-key.ts';

const read = allOf('tenant:apis.read');
const write = allOf('tenant:apis.write');
const path = '/api/v1/api-resources';
const keyPath = '/api/v1/api-signing-keys';

/** Operations on the tenant's own APIs, their scopes, applications and keys. */
export const apiResourceOperations = operations({
  apiResourceList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists APIs, newest first',
    query: z.strictObject(paging),
    response: listOf(ApiResource),
    errors: [],
    noEtag: true,
  },
  apiResourceCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Registers an API',
    body: CreateApiResourceRequest,
    response: ApiResource,
    errors: ['already_exists', 'limit_exceeded'],
    description:
      'Applications request tokens for the API with its identifier as `resource` (RFC 8707). The first API of an algorithm creates a signing key of the tenant, which is published at the `jwks_uri` of its issuer only.',
  },
  apiResourceGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets an API',
    response: ApiResource,
    errors: [],
  },
  apiResourceUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates an API',
    body: UpdateApiResourceRequest,
    mergePatch: true,
    response: ApiResource,
    errors: ['precondition_failed'],
    description:
      'JSON Merge Patch (RFC 7396). Disabling an API stops token requests for it and revokes its tokens within a second, for backends that introspect. Backends that verify JWTs themselves accept them until `tokensLiveUntil`.',
  },
  apiResourceDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes an API',
    response: ApiResourceDeletion,
    errors: ['precondition_failed'],
    description:
      'Revokes its tokens as disabling does. Its identifier cannot be reused for 30 days.',
  },
  apiScopeList: {
    method: 'get',
    path: `${path}/{id}/scopes`,
    scopes: read,
    summary: "Lists an API's scopes by name",
    response: listOf(ApiScope),
    errors: [],
    noEtag: true,
  },
  apiScopePut: {
    method: 'put',
    path: `${path}/{id}/scopes/{scope}`,
    scopes: write,
    summary: 'Creates or replaces a scope',
    body: PutApiScopeRequest,
    response: ApiScope,
    errors: ['limit_exceeded', 'precondition_failed'],
    description: 'Scopes can contain `:` and, encoded as `%2F`, a slash.',
  },
  apiScopeRemove: {
    method: 'delete',
    path: `${path}/{id}/scopes/{scope}`,
    scopes: write,
    summary: 'Removes a scope',
    response: Deletion,
    errors: ['conflict', 'precondition_failed'],
    description:
      'Returns 409 with `in_use` for a default scope and for a scope with a permission; change the API or the scope first.',
  },
  apiClientList: {
    method: 'get',
    path: `${path}/{id}/clients`,
    scopes: allOf('tenant:apis.read', 'tenant:applications.read'),
    summary: 'Lists the applications that have access to an API',
    query: z.strictObject(paging),
    response: listOf(ApiClient),
    errors: [],
    noEtag: true,
  },
  apiClientPut: {
    method: 'put',
    path: `${path}/{id}/clients/{clientId}`,
    scopes: allOf('tenant:apis.write', 'tenant:applications.read'),
    summary: 'Gives an application access to an API',
    body: PutApiClientRequest,
    response: ApiClient,
    errors: ['limit_exceeded', 'precondition_failed'],
  },
  apiClientRemove: {
    method: 'delete',
    path: `${path}/{id}/clients/{clientId}`,
    scopes: allOf('tenant:apis.write', 'tenant:applications.read'),
    summary: "Revokes an application's access to an API",
    response: Deletion,
    errors: ['precondition_failed'],
    description: "Revokes the application's tokens for the API within a second.",
  },
  apiDetailTypeList: {
    method: 'get',
    path: `${path}/{id}/detail-types`,
    scopes: read,
    summary: "Lists an API's types of authorization details by name",
    response: listOf(ApiDetailType),
    errors: [],
    noEtag: true,
  },
  apiDetailTypePut: {
    method: 'put',
    path: `${path}/{id}/detail-types/{type}`,
    scopes: write,
    summary: 'Creates or replaces a type of authorization details',
    body: PutApiDetailTypeRequest,
    response: ApiDetailType,
    errors: ['already_exists', 'limit_exceeded', 'precondition_failed'],
    description:
      'Applications that have the type in their `detailTypes` request details of it with `authorization_details` (RFC 9396). Each type belongs to one API of the tenant.',
  },
  apiDetailTypeRemove: {
    method: 'delete',
    path: `${path}/{id}/detail-types/{type}`,
    scopes: write,
    summary: 'Removes a type of authorization details',
    response: Deletion,
    errors: ['precondition_failed'],
    description: 'New tokens no longer contain details of the type, even if users granted them.',
  },
  apiResourceMetadata: {
    method: 'get',
    path: `${path}/{id}/metadata`,
    scopes: read,
    summary: "Gets an API's metadata (RFC 9728)",
    response: ProtectedResourceMetadata,
    errors: [],
    noEtag: true,
    description:
      'The document for the well-known path of the API. If `publish` is true, the issuer serves it without authentication at `/.well-known/oauth-protected-resource/{id}`.',
  },
  apiResourceSimulate: {
    method: 'post',
    path: `${path}/{id}/simulate`,
    scopes: allOf('tenant:apis.read', 'tenant:users.read'),
    summary: 'Shows which token an application would get',
    body: SimulateApiResourceRequest,
    response: ApiResourceSimulation,
    errors: [],
    noEtag: true,
    mode: 'query',
    description:
      'Applies the rules of a token request and returns the scopes that a token would have, and why others are missing.',
  },
  apiSigningKeyList: {
    method: 'get',
    path: keyPath,
    scopes: read,
    summary: 'Lists the keys that sign tokens of APIs',
    response: listOf(ApiSigningKey),
    errors: [],
    noEtag: true,
  },
  apiSigningKeyRotate: {
    method: 'post',
    path: `${keyPath}/rotate`,
    scopes: write,
    summary: 'Rotates a key that signs tokens of APIs',
    body: RotateApiSigningKeyRequest,
    response: ApiSigningKey,
    errors: ['invalid_state'],
    noEtag: true,
    description:
      'The next key is published for an hour before it signs. With `immediate`, it signs now, and the current key is removed.',
  },
});
