import { expect, test, vi } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { silentLog } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import { newId } from '@platform/kit/ids';
import { userAccess } from './user-access.ts';

const tenantId = newId('tenant');
const endsAt = 4_000_000_000;
const expiresAt = new Date(endsAt * 1000).toISOString();
const ask = (userId: string, more: object = {}) => ({
  tenantId,
  userId,
  clientId: 'terminal',
  organizationId: null,
  wanted: [`tenant:${userId}.read`],
  ...more,
});

/** An access service that responds when its gate is opened. */
function accessService() {
  const gates: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => gates.push(resolve));
  const methods = {
    ListUserScopes: vi.fn<(request: { users: { userId: string }[] }) => Promise<object>>(
      async ({ users }) => {
        await held();
        return {
          users: users.map(({ userId }) => ({
            scopes: [`tenant:${userId}.read`],
            elevated: [{ scope: userId, activationId: 'act', expiresAt }],
          })),
        };
      },
    ),
  };
  const peer = { service: () => methods } as unknown as RpcPeer;
  return { methods, gates, accessOf: userAccess({ fga: () => peer, log: silentLog }) };
}

test('concurrent requests for the access of users of one tenant share a call', async () => {
  const { methods, gates, accessOf } = accessService();
  const answers = [
    accessOf(ask('ada')),
    accessOf(ask('bob', { organizationId: 'org_1' })),
    accessOf(ask('cyd')),
  ];
  await vi.waitFor(() => expect(gates).toHaveLength(1));
  gates[0]!();
  expect(await Promise.all(answers)).toEqual(
    ['ada', 'bob', 'cyd'].map((name) => ({
      scopes: new Set([`tenant:${name}.read`]),
      elevated: [{ scope: name, endsAt }],
    })),
  );
  expect(methods.ListUserScopes.mock.calls.map(([request]) => request)).toEqual([
    {
      tenantId,
      users: [
        { userId: 'ada', organizationId: '' },
        { userId: 'bob', organizationId: 'org_1' },
        { userId: 'cyd', organizationId: '' },
      ],
      wanted: ['tenant:ada.read', 'tenant:bob.read', 'tenant:cyd.read'],
    },
  ]);
});

test('requests for the access of users of different tenants do not wait for each other', async () => {
  const { gates, accessOf } = accessService();
  void accessOf(ask('ada'));
  void accessOf(ask('bob', { tenantId: newId('tenant') }));
  await vi.waitFor(() => expect(gates).toHaveLength(2));
});

test('a request for the access of a user fails while the access service is unavailable', async () => {
  const { methods, accessOf } = accessService();
  methods.ListUserScopes.mockRejectedValue(problem('upstream_unavailable'));
  await expect(accessOf(ask('ada'))).rejects.toMatchObject({ error: 'temporarily_unavailable' });
});
