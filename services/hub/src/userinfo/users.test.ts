import { expect, test, vi } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { directoryUsers } from './users.ts';

const tenantId = newId('tenant');

/** A directory with every user except Bob, which returns states when its gate is opened. */
function directory() {
  const gates: (() => void)[] = [];
  const methods = {
    ListUserStates: vi.fn<(request: { userIds: string[] }) => Promise<object>>(
      async ({ userIds }) => {
        await new Promise<void>((resolve) => gates.push(resolve));
        return {
          users: [...userIds]
            .reverse()
            .filter((userId) => userId !== 'bob')
            .map((userId) => ({
              userId,
              status: userId === 'cyd' ? 'suspended' : 'active',
              organizationIds: [`org_of_${userId}`],
            })),
        };
      },
    ),
    ResolveUser: vi.fn<(request: { userId: string }) => Promise<object>>(async ({ userId }) => ({
      outcome: userId === 'bob' ? 'NOT_FOUND' : 'FOUND',
      status: 'active',
      memberships: [
        { organizationId: 'org_1', state: 'active' },
        { organizationId: 'org_2', state: 'suspended' },
      ],
    })),
  };
  const peer = { service: () => methods } as unknown as RpcPeer;
  return { methods, gates, ...directoryUsers(() => peer, 1_000) };
}

test('concurrent requests for the states of users share a call to the directory', async () => {
  const { methods, gates, findUserState } = directory();
  const states = ['ada', 'bob', 'cyd', 'ada'].map((userId) => findUserState(tenantId, userId));
  await vi.waitFor(() => expect(gates).toHaveLength(1));
  gates[0]!();
  const ada = { isActive: true, organizationIds: new Set(['org_of_ada']) };
  expect(await Promise.all(states)).toEqual([
    ada,
    undefined,
    { isActive: false, organizationIds: new Set(['org_of_cyd']) },
    ada,
  ]);
  expect(methods.ListUserStates.mock.calls.map(([request]) => request)).toEqual([
    { tenantId, userIds: ['ada', 'bob', 'cyd', 'ada'] },
  ]);
});

test('a request for the state of a user fails while the directory is unavailable', async () => {
  const { methods, findUserState } = directory();
  methods.ListUserStates.mockRejectedValue(problem('upstream_unavailable'));
  await expect(findUserState(tenantId, 'ada')).rejects.toMatchObject({
    error: 'temporarily_unavailable',
  });
  expect(methods.ResolveUser).not.toHaveBeenCalled();
});
