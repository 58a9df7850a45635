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

const log = '/api/v1/audit-log';

/** Any earlier call has left a record. */
const aRecord = async (w: World) => {
  await post(w, '/api/v1/roles', { key: `role-${w.unique()}`, permissions: ['tenant:users.read'] });
  const { data } = await eventually(async () => {
    const { body } = await w.platform.call('get', '/api/v1/audit-records', { token: w.token });
    return body.data.length > 0 && body;
  });
  return { seq: data[0].seq };
};

const aFinishedVerification = async (w: World) => {
  const { id } = await post(w, `${log}/verifications`, {});
  await eventually(async () => {
    const { body } = await w.platform.call('get', `${log}/verifications/${id}`, { token: w.token });
    return body.state === 'COMPLETED';
  });
  return { verificationId: id };
};

export const auditExportRecipes: Record<string, Recipe> = {
  auditExportCreate: () => ({ body: anExport() }),
  auditExportList: () => ({ query: { state: 'COMPLETED' } }),
  auditExportGet: async (w) => ({ params: await aFinishedExport(w) }),
  auditExportDownload: async (w) => ({ params: await aFinishedExport(w), query: { part: '0' } }),
  auditRecordList: () => ({ query: { outcome: 'success' } }),
  auditRecordGet: async (w) => ({ params: await aRecord(w) }),
  auditLogGet: () => ({}),
  auditVerificationCreate: () => ({ body: {} }),
  auditVerificationGet: async (w) => ({ params: await aFinishedVerification(w) }),
  auditExportDelete: async (w) => ({ params: await aFinishedExport(w) }),
};
