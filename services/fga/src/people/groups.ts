import type { RpcPeer } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';

/** Whether a directory has a group. Throws 503 while directory is unavailable. */
export const groupLookup =
  (directory: () => RpcPeer) =>
  async (tenantId: string, groupId: string): Promise<boolean> => {
    try {
      await directory()
        .service('platform.directory.v1.Directory')
        .GetGroup({ tenantId, groupId }, { deadlineMs: 1_000, repeatable: true });
      return true;
    } catch (error) {
      if (asProblem(error).code === 'not_found') return false;
      throw error;
    }
  };
