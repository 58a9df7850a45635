import type { KoaContextWithOIDC } from 'oidc-provider';
import { expect, test, vi } from 'vitest';
import { accessLoader } from '../tokens/resource-scopes.ts';
import type { UserAccessOf } from '../tokens/user-access.ts';
import { accounts } from './account.ts';

const tenantId = 'tnt_1';
const access = { scopes: new Set<string>(), elevated: [] };

/** The context of a refresh of Ada's tokens at a client with the scopes `allowed`. */
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

test("a user's access is requested once, in parallel with the user's state", async () => {
  let answer = (): void => undefined;
  const findUserState = () =>
    new Promise<{ isActive: boolean; organizationIds: Set<string> }>((resolve) => {
      answer = () => resolve({ isActive: true, organizationIds: new Set(['org_1']) });
    });
  const userAccessOf = vi.fn<UserAccessOf>(async () => access);
  const loadAccess = accessLoader({ tenantId, userAccessOf });
  const findUser = async () => undefined;
  const ctx = refresh(['openid', 'tenant:users.read', 'tenant:users.write']);
  const account = accounts({ findUser, findUserState }, tenantId, loadAccess)(ctx, 'ada');
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
  expect(await loadAccess(ctx)).toBe(access);
  expect(userAccessOf).toHaveBeenCalledTimes(1);
});

test.each([
  ['at the authorization endpoint', refresh(['tenant:users.read'], undefined, 'resume')],
  ['if the client is allowed no API scope', refresh(['openid'])],
  ['if no API scope was granted', refresh(['tenant:users.read'], 'openid')],
])("a user's access is not requested %s", async (_what, ctx) => {
  const userAccessOf = vi.fn<UserAccessOf>(async () => access);
  const state = { isActive: true, organizationIds: new Set(['org_1']) };
  const users = { findUser: async () => undefined, findUserState: async () => state };
  await accounts(users, tenantId, accessLoader({ tenantId, userAccessOf }))(ctx, 'ada');
  expect(userAccessOf).not.toHaveBeenCalled();
});

test('a suspended user gets no token, even if the access service fails', async () => {
  // A mock would handle the rejection, and hide that it is unhandled.
  const userAccessOf: UserAccessOf = () => Promise.reject(new Error('away'));
  const state = { isActive: false, organizationIds: new Set<string>() };
  const users = { findUser: async () => undefined, findUserState: async () => state };
  const findAccount = accounts(users, tenantId, accessLoader({ tenantId, userAccessOf }));
  await expect(findAccount(refresh(['tenant:users.read']), 'ada')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});
