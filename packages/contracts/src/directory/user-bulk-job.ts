import { z } from 'zod';
import { ActorSchema, listOf } from '../common/list.ts';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { maxBulkUsers, UserFilter } from './user-filter.ts';
import { roleKey } from './user.ts';

const action = z.enum([
  'suspend',
  'reactivate',
  'deactivate',
  'delete',
  'add_to_organization',
  'remove_from_organization',
]);
const roles = z.array(roleKey).max(50);

/** Maximum number of ids in the body. */
const maxUserIds = 10_000;

/** Which users to change, and how. */
export const CreateUserBulkJobRequest = z
  .strictObject({
    action,
    userIds: z
      .array(idSchema('user'))
      .min(1)
      .max(maxUserIds)
      .optional()
      .describe('Exactly one of `userIds` and `filter` is required.'),
    filter: UserFilter.optional(),
    organizationId: idSchema('organization')
      .optional()
      .describe('Required for `add_to_organization` and `remove_from_organization`.'),
    roles: roles
      .optional()
      .describe(
        "Direct roles of the members that `add_to_organization` adds. Defaults to the organization's default roles.",
      ),
    expectedTotal: z
      .int()
      .min(0)
      .max(maxBulkUsers)
      .optional()
      .describe(
        'The number of users that were counted before. If another number is selected, no job is created, and the response is 409 with the number as `total`.',
      ),
  })
  .meta({ id: 'CreateUserBulkJobRequest' });
export type CreateUserBulkJobRequest = z.output<typeof CreateUserBulkJobRequest>;

/** Why one user was not changed. */
export const UserBulkFailure = z
  .object({
    userId: z.string(),
    code: z.string().describe('The code of the problem.'),
    reason: z.string().nullable().describe('The finer code, from `errors[]` of the problem.'),
    detail: z.string(),
  })
  .meta({ id: 'UserBulkFailure' });

const count = z.int();

/** A change of many users, made in the background. */
export const UserBulkJob = z
  .object({
    id: idSchema('userBulkJob'),
    state: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
    action,
    organizationId: z.string().nullable(),
    roles: z.array(z.string()).nullable(),
    filter: UserFilter.nullable().describe('Null if the users were selected by id.'),
    progress: z.object({
      total: count.describe('Number of users that were selected when the job was created.'),
      done: count,
      changed: count,
      unchanged: count.describe('Number of users that already were as requested.'),
      failed: count,
    }),
    failureSample: z.array(UserBulkFailure).describe('The first 20 failures. Empty in lists.'),
    requestedBy: ActorSchema,
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
    updatedAt: time,
  })
  .meta({ id: 'UserBulkJob' });
export type UserBulkJob = z.infer<typeof UserBulkJob>;
export type UserBulkFailure = z.infer<typeof UserBulkFailure>;

export const ListUserBulkJobsResponse = listOf(UserBulkJob).meta({
  id: 'ListUserBulkJobsResponse',
});
