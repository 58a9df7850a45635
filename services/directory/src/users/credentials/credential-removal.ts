import type { RpcClient } from '@platform/kit/grpc';
import type { ActiveJob } from '@platform/kit/jobs';
import { listExistingUsers } from '../user-store.ts';

/** Calls for credentials at the identity service. */
export type Credentials = RpcClient<'platform.identity.v1.Credentials'>;

/**
 * Removes what was handed over of those of the users who were deleted while it was on its way: nothing else would. Those who exist
 * keep theirs: another hand-over of theirs was first, or a later credential waits.
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
