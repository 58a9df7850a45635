import { z } from 'zod';
import { Deletion, paging, queryInteger } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { CreateUserExportRequest, ListUserExportsResponse, UserExport } from './user-export.ts';

const read = allOf('tenant:users.read');
const path = '/api/v1/directory/users/exports';

/** Operations on exports of users. */
export const userExportOperations = operations({
  userExportCreate: {
    method: 'post',
    path,
    scopes: read,
    stepUp: recentSignIn,
    summary: 'Creates an export of users',
    description:
      'The export contains the users that match when it reaches them, newest first. Users who are created later are left out. Its files can be downloaded for 7 days. A tenant has at most 2 exports pending or running.',
    body: CreateUserExportRequest,
    response: UserExport,
    errors: ['limit_exceeded'],
  },
  userExportList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists exports of users, newest first',
    query: z.strictObject({ ...paging, state: UserExport.shape.state.optional() }),
    response: ListUserExportsResponse,
    errors: [],
    noEtag: true,
  },
  userExportGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets an export of users',
    response: UserExport,
    errors: [],
  },
  userExportDownload: {
    method: 'get',
    path: `${path}/{id}/download`,
    scopes: read,
    mode: 'external',
    answers: 'file',
    stepUp: recentSignIn,
    summary: 'Downloads one part of an export',
    query: z.strictObject({ part: queryInteger(1, 100_000).default(1) }),
    response: z.unknown(),
    errors: ['invalid_state'],
  },
  userExportDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Cancels an export or deletes its files',
    response: Deletion,
    errors: ['precondition_failed'],
  },
});
