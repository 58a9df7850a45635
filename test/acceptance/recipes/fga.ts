import { eventually } from '@platform/testkit/eventually';
import { post } from './world.ts';
import type { Recipe, World } from './world.ts';

const fgaModel = `model
  schema 1.1
type user
type document
  relations
    define owner: [user]
    define viewer: [user] or owner
`;

const aModel = (w: World, more: object = {}) =>
  post(w, '/api/v1/fga/models', { dsl: fgaModel, ...more });

const aTuple = (w: World) => ({
  subject: `user:${w.unique()}`,
  relation: 'viewer',
  object: 'document:plan',
});

const anExport = { subject: 'user:anne', relation: 'viewer', type: 'document' };

const exportsOf = async ({ platform, token }: World): Promise<{ id: string; state: string }[]> =>
  (await platform.call('get', '/api/v1/fga/list-objects-exports', { token })).body.data;

const freeSlot = (w: World) =>
  eventually(async () =>
    (await exportsOf(w)).every((e) => e.state === 'COMPLETED') ? true : undefined,
  );

const aFinishedExport = async (w: World): Promise<{ id: string }> => {
  await freeSlot(w);
  await aModel(w);
  const { id } = await post(w, '/api/v1/fga/list-objects-exports', anExport);
  await freeSlot(w);
  return { id };
};

export const fgaRecipes: Record<string, Recipe> = {
  fgaStoreGet: () => ({}),
  fgaModelList: () => ({}),
  fgaModelWrite: (w) => ({
    body: { dsl: fgaModel.replaceAll('owner', `o${w.unique()}`), activate: false },
  }),
  fgaModelGet: async (w) => ({ params: { modelId: (await aModel(w)).id } }),
  fgaModelActivate: async (w) => ({ params: { modelId: (await aModel(w)).id } }),
  fgaTuplesRead: () => ({ query: { object: 'document:' } }),
  fgaTuplesWrite: async (w) => (await aModel(w), { body: { writes: [aTuple(w)] } }),
  fgaTuplesImport: async (w) => (await aModel(w), { body: { tuples: [aTuple(w), aTuple(w)] } }),
  fgaTuplesDeleteByFilter: (w) => ({ body: { filter: { subject: `user:${w.unique()}` } } }),
  fgaExportCreate: async (w) => (await freeSlot(w), await aModel(w), { body: anExport }),
  fgaExportList: () => ({}),
  fgaExportGet: async (w) => ({ params: { id: (await aFinishedExport(w)).id } }),
  fgaExportResult: async (w) => ({ params: { id: (await aFinishedExport(w)).id } }),
  fgaExportDelete: async (w) => ({ params: { id: (await aFinishedExport(w)).id } }),
  fgaCheck: async (w) => (await aModel(w), { body: aTuple(w) }),
  fgaCheckExplain: async (w) => (await aModel(w), { body: aTuple(w) }),
  fgaAssertionsGet: async (w) => (await aModel(w), {}),
  fgaAssertionsPut: async (w) => (
    await aModel(w),
    { body: { assertions: [{ ...aTuple(w), expect: true }] } }
  ),
  fgaModelValidate: async (w) => (await aModel(w), { body: { dsl: fgaModel } }),
  fgaExpand: async (w) => (await aModel(w), { body: { object: 'document:1', relation: 'viewer' } }),
  fgaListObjects: async (w) => (
    await aModel(w),
    { body: { subject: 'user:anne', relation: 'viewer', type: 'document' } }
  ),
  fgaListSubjects: async (w) => (
    await aModel(w),
    { body: { object: 'document:1', relation: 'viewer', subjectFilters: [{ type: 'user' }] } }
  ),
  fgaAuthzenEvaluation: async (w) => (
    await aModel(w),
    {
      body: {
        subject: { type: 'user', id: 'anne' },
        action: { name: 'viewer' },
        resource: { type: 'document', id: '1' },
      },
    }
  ),
  fgaAuthzenEvaluations: async (w) => (
    await aModel(w),
    {
      body: {
        subject: { type: 'user', id: 'anne' },
        action: { name: 'viewer' },
        evaluations: [{ resource: { type: 'document', id: '1' } }],
      },
    }
  ),
  fgaChangesList: () => ({ query: { objectType: 'document' } }),
};
