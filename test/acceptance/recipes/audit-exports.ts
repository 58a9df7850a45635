import { eventually } from '@platform/testkit/eventually';
import { post } from './world.ts';
import type { Recipe, World } from './world.ts';

const path = '/api/v1/audit-exports';

const anExport = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() - 60_000).toISOString(),
});

const aFinishedExport = async (w: World): Promise<{ exportId: string }> => {
  const { id } = await post(w, path, anExport());
  await eventually(async () => {
    const { body } = await w.platform.call('get', `${path}/${id}`, { token: w.token });
    return body.state === 'COMPLETED';
  });
  return { exportId: id };
};

export const auditExportRecipes: Record<string, Recipe> = {
  auditExportCreate: () => ({ body: anExport() }),
  auditExportList: () => ({ query: { state: 'COMPLETED' } }),
  auditExportGet: async (w) => ({ params: await aFinishedExport(w) }),
  auditExportDownload: async (w) => ({ params: await aFinishedExport(w), query: { part: '0' } }),
  auditExportDelete: async (w) => ({ params: await aFinishedExport(w) }),
};
