import type { apiResourceOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { listApiClients } from './api-client-store.ts';
import { putApiClient, removeApiClient } from './api-clients.ts';
import { listDetailTypes } from './api-detail-type-store.ts';
import { putDetailType, removeDetailType } from './api-detail-types.ts';
import {
  asApiClient,
  asApiDetailType,
  asApiResource,
  asApiScope,
} from './api-resource-resource.ts';
import { existingApi, listApis } from './api-resource-store.ts';
import type { ApiResources } from './api-resources.ts';
import { listScopes } from './api-scope-store.ts';
import { putScope, removeScope } from './api-scopes.ts';
import { simulateApi } from './api-simulation.ts';
import type { ApiUserAccessOf } from './api-user-access.ts';
import { checkTexts } from './default-texts.ts';
import { resourceMetadata } from './resource-metadata.ts';
import type { ResourceKeys } from '../signing-keys/resource-keys.ts';

export interface ApiResourceHandlerOptions {
  rules: ApiResources;
  cursors: Cursors;
  keys: Pick<ResourceKeys, 'list' | 'rotate'>;
  issuerOf: (tenantId: string) => Promise<string>;
  /** Whether a host shows the pages of a tenant. */
  isLoginDomain: (host: string) => Promise<boolean>;
  /** The default language of a tenant's pages; undefined if it has no pages. */
  defaultLocaleOf: (tenantId: string) => Promise<string | undefined>;
  userAccessOf: ApiUserAccessOf;
}

const hostOf = (identifier: string): string | undefined =>
  /^https?:\/\//.test(identifier) ? new URL(identifier).hostname : undefined;

export const apiResourceHandlers = ({
  rules,
  cursors,
  keys,
  issuerOf,
  isLoginDomain,
  defaultLocaleOf,
  userAccessOf,
}: ApiResourceHandlerOptions): Handlers<typeof apiResourceOperations> => ({
  async apiResourceList({ principal, query: { limit, cursor }, tx }) {
    const bound = { tenantId: principal.tenantId, list: 'api-resources' };
    const behind = cursor === undefined ? undefined : cursors.decode(bound, cursor);
    return cursors.page(bound, await listApis(tx, behind, limit + 1), limit, {
      position: (row) => [row.position, row.id],
      present: asApiResource,
    });
  },
  apiResourceCreate: prepared(
    async ({ body: { identifier } }) => {
      rules.checkIdentifier(identifier);
      const host = hostOf(identifier);
      if (host !== undefined && (await isLoginDomain(host))) throw rules.reserved();
    },
    async ({ tx, body }) => {
      const row = await rules.create(tx, body);
      return answer(asApiResource(row), { version: row.version });
    },
  ),
  async apiResourceGet({ tx, params }) {
    const row = await existingApi(tx, params.id);
    return answer(asApiResource(row), { version: row.version });
  },
  async apiResourceUpdate(context) {
    const row = await rules.update(context, context.params.id, context.body);
    return answer(asApiResource(row), { version: row.version });
  },
  async apiResourceDelete(context) {
    const tokensLiveUntil = await rules.remove(context, context.params.id);
    return {
      id: context.params.id,
      deleted: true,
      tokensLiveUntil: tokensLiveUntil.toISOString(),
    };
  },
  async apiScopeList({ tx, params }) {
    await existingApi(tx, params.id);
    const data = (await listScopes(tx, params.id)).map(asApiScope);
    return { data, nextCursor: null, hasMore: false };
  },
  apiScopePut: prepared(
    async ({ principal, body }) => {
      const { displayName, description } = body;
      checkTexts({ displayName, description }, await defaultLocaleOf(principal.tenantId));
    },
    async (context) =>
      asApiScope(await putScope(context, context.params.id, context.params.scope, context.body)),
  ),
  async apiScopeRemove(context) {
    await removeScope(context, context.params.id, context.params.scope);
    return { id: context.params.scope, deleted: true };
  },
  async apiClientList({ principal, params: { id }, query: { limit, cursor }, tx }) {
    await existingApi(tx, id);
    const bound = { tenantId: principal.tenantId, list: 'api-clients', filters: { id } };
    const behind = cursor === undefined ? undefined : String(cursors.decode(bound, cursor)[0]);
    return cursors.page(bound, await listApiClients(tx, id, behind, limit + 1), limit, {
      position: (row) => [row.clientId],
      present: asApiClient,
    });
  },
  apiClientPut: async (context) =>
    asApiClient(
      await putApiClient(context, context.params.id, context.params.clientId, context.body),
    ),
  async apiClientRemove(context) {
    await removeApiClient(context, context.params.id, context.params.clientId);
    return { id: context.params.clientId, deleted: true };
  },
  async apiDetailTypeList({ tx, params }) {
    await existingApi(tx, params.id);
    const data = (await listDetailTypes(tx, params.id)).map(asApiDetailType);
    return { data, nextCursor: null, hasMore: false };
  },
  apiDetailTypePut: prepared(
    async ({ principal, body }) =>
      checkTexts({ display: body.display }, await defaultLocaleOf(principal.tenantId)),
    async (context) =>
      asApiDetailType(
        await putDetailType(context, context.params.id, context.params.type, context.body),
      ),
  ),
  async apiDetailTypeRemove(context) {
    await removeDetailType(context, context.params.id, context.params.type);
    return { id: context.params.type, deleted: true };
  },
  async apiResourceMetadata({ principal, tx, params: { id } }) {
    const api = await existingApi(tx, id);
    return resourceMetadata(await issuerOf(principal.tenantId), api, {
      scopes: await listScopes(tx, id),
      detailTypes: await listDetailTypes(tx, id),
    });
  },
  apiResourceSimulate: async ({ principal: { tenantId }, params, body, read }) =>
    simulateApi(
      { tenantId, issuer: await issuerOf(tenantId), read, userAccessOf },
      params.id,
      body,
    ),
  apiSigningKeyList: async ({ tx }) => ({
    data: await keys.list(tx),
    nextCursor: null,
    hasMore: false,
  }),
  async apiSigningKeyRotate({ tx, body, audit }) {
    const key = await keys.rotate(tx, body);
    audit({ details: { kid: key.kid, ...body } });
    return key;
  },
});
