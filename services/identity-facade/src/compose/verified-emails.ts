import type { RpcPeer } from '@platform/kit/grpc';

/** Asks the directory for the verified address of a user. */
export const verifiedEmails =
  (directory: () => RpcPeer) =>
  async (tenantId: string, userId: string): Promise<string | undefined> => {
    const { outcome, identifiers } = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, userId }, { deadlineMs: 2_000, repeatable: true });
    if (outcome !== 'FOUND') return undefined;
    return identifiers.find(({ kind, verified }) => kind === 'email' && verified)?.value;
  };
