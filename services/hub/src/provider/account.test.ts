import type { KoaContextWithOIDC } from 'oidc-provider';
import { expect, test, vi } from 'vitest';
import { accessInquiry } from '../tokens/resource-scopes.ts';
import type { UserAccessOf } from '../tokens/user-access.ts';
import { accounts } from './account.ts';

const tenantId = 'tnt_1';
const access = { scopes: new Set<string>(), elevated: [] };

/** A refresh of Ada's tokens at a client that may have `allowed`. */
const refresh = (allowed: string[], scope = 'openid tenant:users.read', route = 'token') =>
  ({
    oidc: {
      route,
      client: { clientId: 'terminal', allowed_scopes: allowed },
      entities: {
        RefreshToken: { accountId: 'ada', scope },
        Grant: { organizationId: 'org_1' },
      },
    },
  }) as unknown as KoaContextWithOIDC;

test('what a user may do is asked while the directory is asked for the state, and once', async () => {
  let answer = (): void => undefined;
  const findUserState = () =>
    new Promise<{ isActive: boolean; organizationIds: Set<string> }>((resolve) => {
      answer = () => resolve({ isActive: true, organizationIds: new Set(['org_1']) });
    });
  const userAccessOf = vi.fn<UserAccessOf>(async () => access);
  const askForAccess = accessInquiry({ tenantId, userAccessOf });
  const findUser = async () => undefined;
  const ctx = refresh(['openid', 'tenant:users.read', 'tenant:users.write']);
  const account = accounts({ findUser, findUserState }, tenantId, askForAccess)(ctx, 'ada');
  expect(userAccessOf.mock.calls).toEqual([
    [
      {
        tenantId,
        userId: 'ada',
        clientId: 'terminal',
        organizationId: 'org_1',
        wanted: ['tenant:users.read', 'tenant:users.write'],
      },
    ],
  ]);
  answer();
  expect(await account).toMatchObject({ accountId: 'ada' });
  expect(await askForAccess(ctx)).toBe(access);
  expect(userAccessOf).toHaveBeenCalledTimes(1);
});

test.each([
  ['at the authorization endpoint', refresh(['tenant:users.read'], undefined, 'resume')],
  ['where the client may have no such scope', refresh(['openid'])],
  ['where none was granted', refresh(['tenant:users.read'], 'openid')],
])('what a user may do is not asked %s', async (_what, ctx) => {
  const userAccessOf = vi.fn<UserAccessOf>(async () => access);
  const state = { isActive: true, organizationIds: new Set(['org_1']) };
  const users = { findUser: async () => undefined, findUserState: async () => state };
  await accounts(users, tenantId, accessInquiry({ tenantId, userAccessOf }))(ctx, 'ada');
  expect(userAccessOf).not.toHaveBeenCalled();
});

test('a user who is suspended gets no token, whatever the access service says', async () => {
  // No mock, which would see to the rejection itself.
  const userAccessOf: UserAccessOf = () => Promise.reject(new Error('away'));
  const state = { isActive: false, organizationIds: new Set<string>() };
  const users = { findUser: async () => undefined, findUserState: async () => state };
  const findAccount = accounts(users, tenantId, accessInquiry({ tenantId, userAccessOf }));
  await expect(findAccount(refresh(['tenant:users.read']), 'ada')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});
