import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import type { AccessPlatform } from './access-platform.ts';

/** The API of OpenFGA in one store, with a token of its tenant. */
export interface StoreApi {
  storeId: string;
  api: TestApi;
  get(path: string, more?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  put(path: string, body: unknown): Promise<TestAnswer>;
  /** Writes a model and returns its id. */
  model(model: object): Promise<string>;
  /** Writes tuples as `user relation object`. */
  write(...tuples: string[]): Promise<TestAnswer>;
}

/** The 26 characters of a tenant's id name its default store. */
export const defaultStoreOf = ({ id }: TestTenant): string => id.slice(4).toUpperCase();

export const tupleKey = (text: string) => {
  const [user, relation, object] = text.split(' ');
  return { user, relation, object };
};

const made = ({ status, body }: TestAnswer): any => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** A store of this id. */
export async function storeApi(
  platform: AccessPlatform,
  tenant: TestTenant,
  storeId = defaultStoreOf(tenant),
): Promise<StoreApi> {
  const api = await platform.api(tenant);
  const at = (path: string): string => `/openfga/stores/${storeId}${path}`;
  const post: StoreApi['post'] = (path, body, headers = {}) =>
    api.post(at(path), { body, headers });
  return {
    storeId,
    api,
    get: (path, query = {}) => api.get(`${at(path)}?${String(new URLSearchParams(query))}`),
    post,
    put: (path, body) => api.put(at(path), { body }),
    model: async (model) => made(await post('/authorization-models', model)).authorization_model_id,
    write: (...tuples) => post('/write', { writes: { tuple_keys: tuples.map(tupleKey) } }),
  };
}

/** A new store of a tenant. */
export async function newStore(
  platform: AccessPlatform,
  tenant: TestTenant,
  name = 'staging',
): Promise<StoreApi> {
  const api = await platform.api(tenant);
  return storeApi(platform, tenant, made(await api.post('/openfga/stores', { body: { name } })).id);
}

/** `document` with viewers, editors and parents; `folder` with viewers. */
export const documentModel = {
  schema_version: '1.1',
  type_definitions: [
    { type: 'user' },
    {
      type: 'group',
      relations: { member: { this: {} } },
      metadata: { relations: { member: { directly_related_user_types: [{ type: 'user' }] } } },
    },
    {
      type: 'document',
      relations: {
        parent: { this: {} },
        editor: { this: {} },
        viewer: {
          union: {
            child: [
              { this: {} },
              { computedUserset: { relation: 'editor' } },
              {
                tupleToUserset: {
                  tupleset: { relation: 'parent' },
                  computedUserset: { relation: 'viewer' },
                },
              },
            ],
          },
        },
      },
      metadata: {
        relations: {
          parent: { directly_related_user_types: [{ type: 'document' }] },
          editor: { directly_related_user_types: [{ type: 'user' }] },
          viewer: {
            directly_related_user_types: [
              { type: 'user' },
              { type: 'user', wildcard: {} },
              { type: 'group', relation: 'member' },
              { type: 'user', condition: 'in_office' },
            ],
          },
        },
      },
    },
  ],
  conditions: {
    in_office: {
      name: 'in_office',
      expression: 'place == "office"',
      parameters: { place: { type_name: 'TYPE_NAME_STRING' } },
    },
  },
};
