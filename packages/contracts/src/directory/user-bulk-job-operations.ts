import { z } from 'zod';
import { listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import {
  CreateUserBulkJobRequest,
  ListUserBulkJobsResponse,
  UserBulkFailure,
  UserBulkJob,
} from './user-bulk-job.ts';
import { maxBulkUsers } from './user-filter.ts';

const write = allOf('tenant:users.write');
const path = '/api/v1/directory/users/bulk-jobs';

/** Operations on changes of many users. */
export const userBulkJobOperations = operations({
  userBulkJobCreate: {
    method: 'post',
    path,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Changes many users in the background',
    description: `Selects up to ${maxBulkUsers} users, by id or by a filter, at the time of the request, and changes them one after another. Each change follows the rules of the operation on one user; users that cannot be changed are listed as failures. Users that already are as requested, such as members to be added, are left unchanged. A job does not suspend, deactivate or delete the user who created it. Actions on memberships also require \`tenant:orgs.write\`. A tenant has at most 10 jobs pending or running, of which one runs at a time.`,
    body: CreateUserBulkJobRequest,
    response: UserBulkJob,
    errors: ['conflict', 'limit_exceeded'],
  },
  userBulkJobList: {
    method: 'get',
    path,
    scopes: write,
    summary: 'Lists bulk jobs, newest first',
    query: z.strictObject({ ...paging, state: UserBulkJob.shape.state.optional() }),
    response: ListUserBulkJobsResponse,
    errors: [],
    noEtag: true,
  },
  userBulkJobGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Gets a bulk job',
    response: UserBulkJob,
    errors: [],
  },
  userBulkJobListFailures: {
    method: 'get',
    path: `${path}/{id}/failures`,
    scopes: write,
    summary: 'Lists the users that a bulk job could not change, in the order of the job',
    description: 'Failures are kept for 90 days.',
    query: z.strictObject(paging),
    response: listOf(UserBulkFailure),
    errors: [],
    noEtag: true,
  },
  userBulkJobCancel: {
    method: 'post',
    path: `${path}/{id}/cancel`,
    scopes: write,
    summary: 'Cancels a bulk job',
    description: 'The job stops between two users. Changes that it has made are kept.',
    response: UserBulkJob,
    errors: ['invalid_state'],
  },
});
