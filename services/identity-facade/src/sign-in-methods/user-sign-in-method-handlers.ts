import type { Principal, userSignInMethodOperations } from '@platform/contracts';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problemWithReason } from '@platform/kit/problem';
import { unlockCredentials } from '../passwords/attempts.ts';
import type { AccountUserOf } from './account-user.ts';
import { changeOf } from './request-change.ts';
import { requirePasswordReset } from '../security-notices/required-reset.ts';
import { listSignInMethods, removeSignInMethod } from './sign-in-methods.ts';
import type { MethodOwner } from './sign-in-methods.ts';

/** The handlers of the operations of administrators on the sign-in methods of a user. */
export function userSignInMethodHandlers({
  userOf,
  clock,
}: {
  userOf: AccountUserOf;
  clock: () => number;
}): Handlers<typeof userSignInMethodOperations> {
  async function ownerOf({
    principal: { tenantId },
    params: { id: userId },
  }: {
    principal: Principal;
    params: { id: string };
  }): Promise<MethodOwner> {
    const { hasVerifiedEmail } = await userOf(tenantId, userId);
    return { userId, hasVerifiedEmail };
  }

  return {
    userSignInMethodList: prepared(ownerOf, async ({ tx, prepared: owner }) => ({
      data: await listSignInMethods(tx, owner),
      nextCursor: null,
      hasMore: false,
    })),

    userSignInMethodRemove: prepared(
      ownerOf,
      async ({ tx, params: { methodId }, prepared: owner, ...context }) => {
        await removeSignInMethod(tx, owner, methodId, changeOf(context));
        return { id: methodId, deleted: true };
      },
    ),

    userPasswordResetStart: prepared(
      ownerOf,
      async ({ tx, prepared: { userId, hasVerifiedEmail } }) => {
        if (!hasVerifiedEmail)
          throw problemWithReason('invalid_state', {
            code: 'recipient_unknown',
            detail: 'The user has no verified e-mail address that a code could be sent to.',
          });
        await requirePasswordReset(tx, userId, clock());
        return { id: userId, required: true };
      },
    ),

    userCredentialUnlock: prepared(ownerOf, async ({ tx, prepared: { userId } }) => ({
      id: userId,
      unlocked: await unlockCredentials(tx, userId),
    })),
  };
}
