import type { RpcClient } from '@platform/kit/grpc';
import type { ActiveJob } from '@platform/kit/jobs';
import { listExistingUsers } from '../user-store.ts';

export type Credentials = RpcClient<'platform.identity.v1.Credentials'>;

/**
 * Removes the handed-over credentials of users who were deleted during the hand-over; nothing else
 * would. Existing users keep theirs: another hand-over came first, or a later credential is
 * waiting.
 */
export async function removeDeleted(
  job: Pick<ActiveJob<unknown>, 'read' | 'tenantId'>,
  credentials: Pick<Credentials, 'Remove'>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const existing = await job.read((tx) => listExistingUsers(tx, userIds));
  const { tenantId } = job;
  for (const userId of userIds)
    if (!existing.has(userId))
      await credentials.Remove(
        { tenantId, userId, authenticatorId: '', actorJson: '' },
        { deadlineMs: 10_000 },
      );
}
