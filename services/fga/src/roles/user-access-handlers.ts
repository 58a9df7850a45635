import { isId } from '@platform/contracts';
import type { CapabilityFamilies, userAccessOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { Entitlements } from '../entitlements/entitlements.ts';
import { userAccess } from './user-access.ts';
import type { RunningActivation } from './user-access.ts';

export interface UserAccessOptions {
  directory: () => RpcPeer;
  entitled: Pick<Entitlements, 'find' | 'of'>;
  families: CapabilityFamilies;
  /** The activations of a user that count now. */
  activationsOf: (tx: Tx, userId: string) => Promise<RunningActivation[]>;
}

const inactive: readonly string[] = ['suspended', 'deactivated'];

/** Handlers of the access of users. */
export const userAccessHandlers = ({
  directory,
  entitled,
  families,
  activationsOf,
}: UserAccessOptions): Handlers<typeof userAccessOperations> => ({
  async userDirectoryGetAccess({ principal: { tenantId }, params: { id: userId }, read }) {
    if (!isId('user', userId)) throw problem('not_found');
    const user = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser(
        { tenantId, userId, include: ['role_sources'] },
        { deadlineMs: 3_000, repeatable: true },
      );
    if (user.outcome !== 'FOUND') throw problem('not_found');
    const { entitlements } =
      (await read((tx) => entitled.find(tx))) ?? (await entitled.of(tenantId));
    const on = new Set(entitlements.filter((e) => e.entitled).map((e) => e.family));
    const access = await read(async (tx) => {
      const sources = { given: user.roleSources, activations: await activationsOf(tx, userId) };
      return userAccess(tx, userId, sources, { on, families });
    });
    return { userId, active: !inactive.includes(user.status), ...access };
  },
});
