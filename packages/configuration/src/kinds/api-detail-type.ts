import { PutApiDetailTypeRequest, apiDetailTypeName } from '@platform/contracts';
import type { ApiDetailType, PutApiDetailTypeRequest as Body, Platform } from '@platform/sdk';
import { z } from 'zod';
import type { Members } from '../members/members.ts';
import { eachOf } from '../tenant/each-of.ts';
import { apiResource } from './api-resource.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

interface DetailTypeOfApi extends ApiDetailType {
  api: string;
}

async function detailTypesOf({ platform, found }: TenantView): Promise<DetailTypeOfApi[]> {
  const lists = await eachOf(found(apiResource), async ({ id }) => {
    const { data } = await platform.apiResources.detailTypes.list(id);
    return data.map((detailType) => ({ ...detailType, api: id }));
  });
  return lists.flat();
}

async function put(platform: Platform, place: Members, body: Body): Promise<DetailTypeOfApi> {
  const api = String(place['api']);
  const type = String(place['type']);
  return { ...(await platform.apiResources.detailTypes.put(api, type, body)), api };
}

export const apiDetailType = defineKind<DetailTypeOfApi, Body>({
  name: 'api-detail-type',
  path: 'api-detail-types',
  layout: 'list',
  schema: PutApiDetailTypeRequest,
  additional: z.strictObject({ api: z.string(), type: apiDetailTypeName }),
  key: ['api', 'type'],
  refersBy: 'name',
  references: [{ at: 'api', to: apiResource }],
  whole: ['schema', 'display', 'requires'],
  id: ({ type }) => type,
  list: detailTypesOf,
  create: ({ platform, additional, body }) => put(platform, additional, body),
  update: ({ platform, additional, body }) => put(platform, additional, body),
  delete: ({ platform, resource: { api, type } }) =>
    platform.apiResources.detailTypes.delete(api, type),
});
