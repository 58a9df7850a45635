import { maxBulkUsers } from '@platform/contracts';
import type {
  Principal,
  UserBulkFailure,
  UserBulkJob,
  userBulkJobOperations,
} from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { invalid, problem } from '@platform/kit/problem';
import { directoryLocks } from '../advisory-locks.ts';
import { findOrganization } from '../organizations/organizations.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import { listUserIds, refuseProperty, userFilterOf } from '../users/users.ts';
import { bulkJobResource, isOpen, publishBulkJob } from './bulk-job-record.ts';
import type { BulkJobRecord, Requester } from './bulk-job-record.ts';
import { bulkJobKind } from './bulk-job-run.ts';
import {
  countOpenBulkJobs,
  endBulkJob,
  existingBulkJob,
  insertBulkJob,
  listBulkFailures,
  listBulkJobs,
  lockedBulkJob,
} from './bulk-job-store.ts';
import { checkedBulkRequest } from './bulk-request.ts';
import type { Selection } from './bulk-request.ts';

const failureSample = 20;
const maxOpen = 10;

const requesterOf = ({ type, id, clientId }: Principal): Requester => ({ type, id, clientId });

const failure = ({ userId, code, reason, detail }: UserBulkFailure): UserBulkFailure => ({
  userId,
  code,
  reason,
  detail,
});

const shown = async (tx: Tx, job: BulkJobRecord): Promise<UserBulkJob> =>
  bulkJobResource(
    job,
    (await listBulkFailures(tx, job.id, { after: undefined, limit: failureSample })).map(failure),
  );

async function requireRoom(tx: Tx): Promise<void> {
  await lock(tx, directoryLocks.userBulkJobs, tx.context.tenantId);
  if ((await countOpenBulkJobs(tx)) >= maxOpen)
    throw problem('limit_exceeded', {
      detail: `A tenant can have at most ${maxOpen} bulk jobs pending or running`,
    });
}

async function requireOrganization(tx: Tx, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await findOrganization(tx, id)))
    throw invalid('/organizationId', 'not_found', 'does not exist');
}

/** The users that are selected now. @throws 422 if there are too many */
async function selectedUsers(tx: Tx, selection: Selection): Promise<string[]> {
  if ('userIds' in selection) return selection.userIds;
  const filter = userFilterOf(selection.filter, refuseProperty);
  const ids = await listUserIds(tx, filter, maxBulkUsers + 1);
  if (ids.length > maxBulkUsers)
    throw invalid(
      '/filter',
      'limit_exceeded',
      `selects more than ${maxBulkUsers} users, the most that one job can change`,
    );
  return ids;
}

/** @throws 409 if the caller has counted another number of users */
function requireExpected(total: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== total)
    throw problem('conflict', {
      detail: `${total} users are selected, not ${expected}; count them again`,
      members: { total },
    });
}

export const bulkJobHandlers = ({
  cursors,
  jobs,
  checkRoles,
}: {
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue' | 'cancelByKey'>;
  checkRoles: CheckRoles;
}): Handlers<typeof userBulkJobOperations> => ({
  userBulkJobCreate: prepared(
    async ({ principal, body }) => {
      const selection = checkedBulkRequest(body, principal.scopes);
      await checkRoles(principal, [{ roles: body.roles, pointer: '/roles' }]);
      return selection;
    },
    async ({ tx, principal, body, prepared: selection, audit }) => {
      await requireRoom(tx);
      await requireOrganization(tx, body.organizationId);
      const userIds = await selectedUsers(tx, selection);
      requireExpected(userIds.length, body.expectedTotal);
      const id = newId('userBulkJob');
      const created = await insertBulkJob(
        tx,
        {
          id,
          action: body.action,
          organizationId: body.organizationId ?? null,
          roles: body.roles ?? null,
          filter: body.filter ?? null,
          requestedBy: requesterOf(principal),
        },
        userIds,
      );
      await jobs.enqueue(tx, bulkJobKind, { bulkJobId: id }, { dedupeKey: id });
      await publishBulkJob(tx, 'created', created);
      audit({ details: { action: body.action, users: userIds.length } });
      return bulkJobResource(created, []);
    },
  ),

  async userBulkJobList({ tx, principal: { tenantId }, query: { state, ...query } }) {
    return cursors.list({
      ...query,
      tenantId,
      list: 'user bulk jobs',
      filters: { state },
      key: 'id',
      rows: (behind, limit) => listBulkJobs(tx, behind, { limit, inState: state }),
      present: (job) => bulkJobResource(job, []),
    });
  },

  userBulkJobGet: async ({ tx, params }) => shown(tx, await existingBulkJob(tx, params.id)),

  async userBulkJobListFailures({ tx, principal, params, query: { limit, cursor } }) {
    const { id } = await existingBulkJob(tx, params.id);
    const bound = { tenantId: principal.tenantId, list: 'user bulk failures', filters: { id } };
    const [after] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const failures = await listBulkFailures(tx, id, {
      after: after as number | undefined,
      limit: limit + 1,
    });
    return cursors.page(bound, failures, limit, {
      position: ({ position }) => [position],
      present: failure,
    });
  },

  async userBulkJobCancel({ tx, params }) {
    // Waits for the user that is being changed. The job finds itself ended before the next one.
    const job = await lockedBulkJob(tx, params.id);
    if (!isOpen(job))
      throw problem('invalid_state', {
        detail: `The job is ${job.state} and cannot be cancelled`,
      });
    const cancelled = await endBulkJob(tx, job.id, 'CANCELLED');
    await jobs.cancelByKey(tx, bulkJobKind, job.id);
    await publishBulkJob(tx, 'cancelled', cancelled ?? job);
    return shown(tx, cancelled ?? job);
  },
});
