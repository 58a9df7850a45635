import { z } from 'zod';
import { allOf, anyOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import {
  OpenfgaBatchCheckRequest,
  OpenfgaBatchCheckResponse,
  OpenfgaChangesQuery,
  OpenfgaChangesResponse,
  OpenfgaCheckRequest,
  OpenfgaCheckResponse,
  OpenfgaCreateStoreRequest,
  OpenfgaExpandRequest,
  OpenfgaExpandResponse,
  OpenfgaGetStoreResponse,
  OpenfgaId,
  OpenfgaListObjectsRequest,
  OpenfgaListObjectsResponse,
  OpenfgaListStoresResponse,
  OpenfgaListUsersRequest,
  OpenfgaListUsersResponse,
  OpenfgaPagingQuery,
  OpenfgaReadAssertionsResponse,
  OpenfgaReadModelResponse,
  OpenfgaReadModelsResponse,
  OpenfgaReadRequest,
  OpenfgaReadResponse,
  OpenfgaStore,
  OpenfgaStoresQuery,
  OpenfgaWriteAssertionsRequest,
  OpenfgaWriteModelRequest,
  OpenfgaWriteModelResponse,
  OpenfgaWriteRequest,
} from './openfga.ts';

const read = allOf('tenant:fga.read');
const write = allOf('tenant:fga.write');
const decide = anyOf('tenant:fga.check', 'tenant:fga.read');
const stores = '/openfga/stores';
const store = `${stores}/{storeId}` as const;
const models = `${store}/authorization-models` as const;
const assertions = `${store}/assertions/{modelId}` as const;
const ofStore = z.object({ storeId: OpenfgaId });
const ofModel = z.object({ storeId: OpenfgaId, modelId: OpenfgaId });

// Parameters and properties that OpenFGA does not have are ignored there, and here.
const common = { errors: [], noEtag: true } as const;
const inStore = { params: ofStore, ...common } as const;
const question = { ...inStore, ...bodyBounds, method: 'post', mode: 'query' } as const;
const written = { ...inStore, method: 'post' } as const;

/**
 * The HTTP API of OpenFGA, with its paths, bodies and status codes. Not part of the API under `/api/v1`, and neither in its
 * document: [OpenFGA](https://openfga.dev/api/service) documents it.
 */
export const openfgaOperations = operations({
  openfgaListStores: {
    method: 'get',
    path: stores,
    scopes: read,
    summary: 'Lists stores',
    query: OpenfgaStoresQuery,
    response: OpenfgaListStoresResponse,
    ...common,
  },
  openfgaCreateStore: {
    method: 'post',
    path: stores,
    scopes: write,
    summary: 'Creates a store',
    body: OpenfgaCreateStoreRequest,
    response: OpenfgaStore,
    status: 201,
    ...common,
  },
  openfgaGetStore: {
    method: 'get',
    path: store,
    scopes: read,
    summary: 'Gets a store',
    response: OpenfgaGetStoreResponse,
    ...inStore,
  },
  openfgaDeleteStore: {
    method: 'delete',
    path: store,
    scopes: write,
    summary: 'Deletes a store',
    response: z.void(),
    status: 204,
    ...inStore,
  },
  openfgaReadAuthorizationModels: {
    method: 'get',
    path: models,
    scopes: read,
    summary: 'Lists authorization models, the active one first',
    query: OpenfgaPagingQuery,
    response: OpenfgaReadModelsResponse,
    ...inStore,
  },
  openfgaWriteAuthorizationModel: {
    ...written,
    path: models,
    scopes: write,
    summary: 'Creates an authorization model and activates it',
    body: OpenfgaWriteModelRequest,
    response: OpenfgaWriteModelResponse,
    mode: 'external',
    status: 201,
    maxBodyBytes: 262_144,
    maxJsonDepth: 64,
  },
  openfgaReadAuthorizationModel: {
    method: 'get',
    path: `${models}/{modelId}`,
    scopes: read,
    summary: 'Gets an authorization model',
    response: OpenfgaReadModelResponse,
    params: ofModel,
    ...common,
  },
  openfgaWrite: {
    ...written,
    ...bodyBounds,
    path: `${store}/write`,
    scopes: write,
    summary: 'Writes and deletes tuples',
    body: OpenfgaWriteRequest,
    response: z.object({}),
  },
  openfgaRead: {
    ...question,
    path: `${store}/read`,
    scopes: read,
    summary: 'Reads tuples',
    body: OpenfgaReadRequest,
    response: OpenfgaReadResponse,
  },
  openfgaReadChanges: {
    method: 'get',
    path: `${store}/changes`,
    scopes: read,
    summary: 'Lists changes of tuples',
    query: OpenfgaChangesQuery,
    response: OpenfgaChangesResponse,
    ...inStore,
  },
  openfgaCheck: {
    ...question,
    path: `${store}/check`,
    scopes: decide,
    summary: 'Checks whether a user has a relation to an object',
    body: OpenfgaCheckRequest,
    response: OpenfgaCheckResponse,
  },
  openfgaBatchCheck: {
    ...question,
    path: `${store}/batch-check`,
    scopes: decide,
    summary: 'Checks up to 50 relations',
    body: OpenfgaBatchCheckRequest,
    response: OpenfgaBatchCheckResponse,
  },
  openfgaListObjects: {
    ...question,
    path: `${store}/list-objects`,
    scopes: decide,
    summary: 'Lists the objects to which a user has a relation',
    body: OpenfgaListObjectsRequest,
    response: OpenfgaListObjectsResponse,
  },
  openfgaStreamedListObjects: {
    ...question,
    path: `${store}/streamed-list-objects`,
    scopes: decide,
    summary: 'Streams the objects to which a user has a relation',
    body: OpenfgaListObjectsRequest,
    response: z.never(),
    answers: 'stream',
  },
  openfgaListUsers: {
    ...question,
    path: `${store}/list-users`,
    scopes: read,
    summary: 'Lists the users that have a relation to an object',
    body: OpenfgaListUsersRequest,
    response: OpenfgaListUsersResponse,
  },
  openfgaExpand: {
    ...question,
    path: `${store}/expand`,
    scopes: read,
    summary: 'Expands one level of a relation',
    body: OpenfgaExpandRequest,
    response: OpenfgaExpandResponse,
  },
  openfgaReadAssertions: {
    method: 'get',
    path: assertions,
    scopes: read,
    summary: 'Gets the assertions of an authorization model',
    response: OpenfgaReadAssertionsResponse,
    params: ofModel,
    ...common,
  },
  openfgaWriteAssertions: {
    method: 'put',
    path: assertions,
    scopes: write,
    summary: 'Replaces the assertions of an authorization model',
    body: OpenfgaWriteAssertionsRequest,
    response: z.void(),
    status: 204,
    params: ofModel,
    ...bodyBounds,
    ...common,
  },
});
