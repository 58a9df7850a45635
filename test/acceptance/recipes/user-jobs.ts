import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { aUser, post } from './world.ts';
import type { Recipe, World } from './world.ts';

const bulkJobs = '/api/v1/directory/users/bulk-jobs';
const userExports = '/api/v1/directory/users/exports';

const untilEnded = async (w: World, path: string): Promise<void> => {
  await eventually(async () => {
    const { body } = await w.platform.call('get', path, { token: w.token });
    return !['PENDING', 'RUNNING'].includes(body.state);
  });
};

const aFinishedJob = async (w: World): Promise<{ id: string }> => {
  const userIds = [await aUser(w), newId('user')];
  const { id } = await post(w, bulkJobs, { action: 'suspend', userIds });
  await untilEnded(w, `${bulkJobs}/${id}`);
  return { id };
};

/**
 * A job that waits for the one before it, so that nothing changes it. The users of that one do not exist, and are so many that it runs
 * for a while.
 */
const aWaitingJob = async (w: World): Promise<{ id: string }> => {
  const many = Array.from({ length: 3_000 }, () => newId('user'));
  await post(w, bulkJobs, { action: 'suspend', userIds: many });
  const { id } = await post(w, bulkJobs, { action: 'suspend', userIds: [newId('user')] });
  return { id };
};

const aFinishedExport = async (w: World): Promise<{ id: string }> => {
  const { id } = await post(w, userExports, { filter: { q: 'ada' } });
  await untilEnded(w, `${userExports}/${id}`);
  return { id };
};

export const userJobRecipes: Record<string, Recipe> = {
  userBulkJobCreate: async (w) => ({ body: { action: 'suspend', userIds: [await aUser(w)] } }),
  userBulkJobList: () => ({ query: { state: 'COMPLETED' } }),
  userBulkJobGet: async (w) => ({ params: await aFinishedJob(w) }),
  userBulkJobListFailures: async (w) => ({ params: await aFinishedJob(w) }),
  userBulkJobCancel: async (w) => ({ params: await aWaitingJob(w) }),
  userExportCreate: () => ({ body: { format: 'csv', filter: { status: 'suspended' } } }),
  userExportList: () => ({ query: { state: 'COMPLETED' } }),
  userExportGet: async (w) => ({ params: await aFinishedExport(w) }),
  userExportDownload: async (w) => ({ params: await aFinishedExport(w) }),
  userExportDelete: async (w) => ({ params: await aFinishedExport(w) }),
};
