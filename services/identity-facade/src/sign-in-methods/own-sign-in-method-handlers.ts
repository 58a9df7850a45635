import type { Principal, ownSignInMethodOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { deviceOf } from '@platform/kit/user-agent';
import type { NewPasswordRules } from '../credentials/new-password-rules.ts';
import { describeDevices, distrustDevices, removeDevice } from '../devices/devices.ts';
import type { PasswordSetting } from '../passwords/password-setting.ts';
import type { AccountUserOf } from './account-user.ts';
import { enrollmentHandlers } from './own-enrollment-handlers.ts';
import type { EnrollmentHandlerOptions } from './own-enrollment-handlers.ts';
import { identityHandlers } from './own-identity-handlers.ts';
import type { IdentityHandlerOptions } from './own-identity-handlers.ts';
import { changeOf } from './request-change.ts';
import { listSignInMethods, removeSignInMethod } from './sign-in-methods.ts';
import type { MethodOwner } from './sign-in-methods.ts';

export interface OwnSignInMethodOptions extends EnrollmentHandlerOptions, IdentityHandlerOptions {
  userOf: AccountUserOf;
  passwords: Pick<PasswordSetting, 'prepare' | 'store'>;
  rulesOf: NewPasswordRules;
  clock: () => number;
}

const listed = <T>(data: T[]) => ({ data, nextCursor: null, hasMore: false });

/** The handlers of the operations on one's own sign-in methods. */
export function ownSignInMethodHandlers(
  options: OwnSignInMethodOptions,
): Handlers<typeof ownSignInMethodOperations> {
  const { userOf, passwords, rulesOf, clock } = options;

  async function ownerOf({ principal }: { principal: Principal }): Promise<MethodOwner> {
    const userId = ownUserId(principal);
    const { hasVerifiedEmail } = await userOf(principal.tenantId, userId);
    return { userId, hasVerifiedEmail };
  }

  return {
    ...enrollmentHandlers(options),
    ...identityHandlers(options),

    meSignInMethodList: prepared(ownerOf, async ({ tx, prepared: owner }) =>
      listed(await listSignInMethods(tx, owner)),
    ),

    async meDeviceList({ tx, principal }) {
      const devices = await describeDevices(tx, ownUserId(principal), new Date(clock()));
      return listed(
        devices.map(({ trustedUntil, ...device }) => ({
          ...device,
          device: deviceOf(device.userAgent),
          trustedUntil: trustedUntil || null,
        })),
      );
    },

    async meDeviceRemove({ tx, principal, params: { id } }) {
      if (!(await removeDevice(tx, ownUserId(principal), id))) throw problem('not_found');
      return { id, deleted: true };
    },

    meIdentityUnlink: prepared(ownerOf, async ({ tx, params: { id }, prepared: owner, ...context }) => {
      await removeSignInMethod(tx, owner, id, changeOf(context));
      return { id, deleted: true };
    }),

    meAuthenticatorRemove: prepared(
      ownerOf,
      async ({ tx, params: { id }, prepared: owner, ...context }) => {
        await removeSignInMethod(tx, owner, id, changeOf(context));
        return { id, deleted: true };
      },
    ),

    mePasswordSet: prepared(
      async ({ principal, body: { newPassword: password }, read }) => {
        const { tenantId, clientId } = principal;
        const { names: forbidden } = await userOf(tenantId, ownUserId(principal));
        const rules = await rulesOf(read, { tenantId, clientId, forbidden });
        return passwords.prepare({ password }, false, rules);
      },
      async ({ tx, principal, prepared: row, ...context }) => {
        const userId = ownUserId(principal);
        const { sessionId } = principal;
        await passwords.store(tx, userId, row, { ...changeOf(context), sessionId });
        await distrustDevices(tx, userId);
        return { setAt: row.setAt.toISOString() };
      },
    ),
  };
}
