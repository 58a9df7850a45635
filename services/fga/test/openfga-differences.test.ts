import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { documentModel, storeApi, tupleKey } from './openfga-api.ts';
import type { StoreApi } from './openfga-api.ts';

// Differences from OpenFGA that docs/openfga.md lists and that no other test of the API shows.
let platform: AccessPlatform;
beforeAll(async () => {
  platform = await accessPlatform({ 'platform.fga.changes.retention': '2s' });
});
afterAll(() => platform?.stop());

async function opened(name: string, ...tuples: string[]): Promise<StoreApi> {
  const store = await storeApi(platform, platform.hub.tenant(name));
  await store.model(documentModel);
  for (let i = 0; i < tuples.length; i += 100)
    expect((await store.write(...tuples.slice(i, i + 100))).body).toEqual({});
  return store;
}
const numbered = (count: number, tuple: (i: string) => string) =>
  Array.from({ length: count }, (_, i) => tuple(String(i).padStart(3, '0')));

describe('differences from OpenFGA', () => {
  it('listings are ordered and have at most 100 results', async () => {
    const store = await opened(
      'diff-lists',
      ...numbered(60, (i) => `user:anne viewer document:${i}`).reverse(),
      ...numbered(130, (i) => `user:${i} viewer document:shared`),
    );
    const { objects } = (
      await store.post('/list-objects', { user: 'user:anne', relation: 'viewer', type: 'document' })
    ).body;
    expect(objects).toEqual(objects.toSorted());
    const users = await store.post('/list-users', {
      object: { type: 'document', id: 'shared' },
      relation: 'viewer',
      user_filters: [{ type: 'user' }],
    });
    expect(users.body.users).toHaveLength(100);
    expect(users.headers.get('x-truncated')).toBeTruthy();
  });

  it('more than 100 parents leave a denial open, and never an approval', async () => {
    const store = await opened(
      'diff-fanout',
      ...numbered(120, (i) => `document:${i} parent document:wide`),
      'user:anne viewer document:000',
    );
    const ask = async (user: string) =>
      (await store.post('/check', { tuple_key: tupleKey(`${user} viewer document:wide`) })).body;
    expect(await ask('user:anne')).toMatchObject({ allowed: true });
    expect(await ask('user:bob')).toMatchObject({
      code: 'authorization_model_resolution_too_complex',
    });
  });

  it('changes end with their retention', async () => {
    const store = await opened('diff-changes', 'user:anne viewer document:1');
    const { continuation_token: token } = (await store.get('/changes')).body;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const late = await store.get('/changes', { continuation_token: token });
    expect([late.status, late.body.code]).toEqual([400, 'invalid_continuation_token']);
    expect((await store.get('/changes')).body.changes).toEqual([]);
  });

  it('pages of changes have at most 100 entries, and their tokens are of a type', async () => {
    const store = await opened('diff-change-pages', 'user:anne viewer document:1');
    expect((await store.get('/changes', { page_size: '101' })).body.code).toBe('validation_error');
    const { continuation_token: token } = (await store.get('/changes', { type: 'document' })).body;
    const other = await store.get('/changes', { type: 'group', continuation_token: token });
    expect(other.body.code).toBe('invalid_continuation_token');
  });

  it('a condition that the model does not have is one that it does not accept', async () => {
    const store = await opened('diff-conditions');
    const tuple = { ...tupleKey('user:anne viewer document:1'), condition: { name: 'unknown' } };
    expect((await store.post('/write', { writes: { tuple_keys: [tuple] } })).body).toEqual({
      code: 'validation_error',
      message:
        "Invalid tuple 'document:1#viewer@user:anne (condition unknown)'. Reason: invalid condition for type restriction",
    });
  });

  it('an expansion leaves out parents without the relation, and users beyond 100', async () => {
    const store = await storeApi(platform, platform.hub.tenant('diff-expand'));
    await store.model({
      schema_version: '1.1',
      type_definitions: [
        { type: 'user' },
        { type: 'drawer' },
        {
          type: 'folder',
          relations: { viewer: { this: {} } },
          metadata: { relations: { viewer: { directly_related_user_types: [{ type: 'user' }] } } },
        },
        {
          type: 'file',
          relations: {
            parent: { this: {} },
            viewer: {
              tupleToUserset: {
                tupleset: { relation: 'parent' },
                computedUserset: { relation: 'viewer' },
              },
            },
          },
          metadata: {
            relations: {
              parent: { directly_related_user_types: [{ type: 'folder' }, { type: 'drawer' }] },
            },
          },
        },
      ],
    });
    await store.write('folder:1 parent file:1', 'drawer:1 parent file:1');
    const expand = (object: string) =>
      store.post('/expand', { tuple_key: { relation: 'viewer', object } });
    expect((await expand('file:1')).body.tree.root.leaf.tupleToUserset.computed).toEqual([
      { userset: 'folder:1#viewer' },
    ]);
    for (const from of [0, 60])
      await store.write(...numbered(60, (i) => `user:${from}-${i} viewer folder:2`));
    const wide = await expand('folder:2');
    expect(wide.body.tree.root.leaf.users.users).toHaveLength(100);
    expect(wide.headers.get('x-truncated')).toBe('fanout');
  });
});
