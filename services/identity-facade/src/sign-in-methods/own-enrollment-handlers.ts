import type { ownSignInMethodOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { renameAuthenticator } from '../authenticators/enrollment.ts';
import { replaceRecoveryCodes } from '../authenticators/recovery-code-kind.ts';
import type { AnswerChallengeIn } from '../challenges/answer-challenge.ts';
import type { BeginChallengeIn } from '../challenges/begin-challenge.ts';
import { findBegunEnrollment } from '../challenges/enrollments.ts';
import type { AccountUserOf } from './account-user.ts';
import { accountLoginId, enrollment, enrollmentResponse, requireProof } from './enrollment-rules.ts';
import { changeOf } from './request-change.ts';
import { listSignInMethods } from './sign-in-methods.ts';

type EnrollmentOperation =
  | 'meAuthenticatorBegin'
  | 'meAuthenticatorComplete'
  | 'meAuthenticatorUpdate'
  | 'meRecoveryCodeReplace';

export interface EnrollmentHandlerOptions {
  userOf: AccountUserOf;
  /** The origin of the issuer's host, where the account is. */
  originOf: (tenantId: string) => Promise<string>;
  begin: BeginChallengeIn;
  answer: AnswerChallengeIn;
}

/** The handlers of the operations that set up authenticators, by the challenges that login flows use. */
export function enrollmentHandlers({
  userOf,
  originOf,
  begin,
  answer,
}: EnrollmentHandlerOptions): Pick<
  Handlers<typeof ownSignInMethodOperations>,
  EnrollmentOperation
> {
  return {
    meAuthenticatorBegin: prepared(
      async ({ principal }) => {
        const userId = ownUserId(principal);
        const [user, origin] = await Promise.all([
          userOf(principal.tenantId, userId),
          originOf(principal.tenantId),
        ]);
        return { userId, origin, identifier: user.identifier };
      },
      async ({ tx, principal, body: { type }, request, prepared: { userId, ...site } }) =>
        enrollment(
          type,
          await begin(
            tx,
            {
              userId,
              ...site,
              rpId: new URL(site.origin).hostname,
              method: type,
              purpose: 'enroll',
              loginId: accountLoginId(userId),
              clientId: principal.clientId,
              locales: [],
              linkUrl: '',
              email: '',
              ip: request.clientIp,
              userAgent: request.userAgent ?? '',
              country: '',
            },
            '',
          ),
        ),
    ),

    async meAuthenticatorComplete({ principal, params, body, read, transact, commit, ...context }) {
      const userId = ownUserId(principal);
      const loginId = accountLoginId(userId);
      const { enrollmentId: challengeId } = params;
      const method = await read((tx) =>
        findBegunEnrollment(tx, { id: challengeId, userId, loginId }),
      );
      if (method === undefined) throw problem('not_found');
      const response = enrollmentResponse(method, body);
      const { label = '' } = body;
      const origin = changeOf(context);
      // Commits whatever the verdict, since it counts the attempt.
      const verdict = await transact((tx) =>
        answer(tx, { challengeId, method, loginId, response, label, origin }),
      );
      const { authenticatorId: id, recoveryCodes = [] } = requireProof(verdict);
      return commit(async (tx) => {
        const methods = await listSignInMethods(tx, { userId, hasVerifiedEmail: false });
        const made = found(methods.find((one) => one.id === id));
        return {
          id,
          type: made.type as 'passkey' | 'security_key' | 'totp',
          label: made.label ?? '',
          recoveryCodes,
        };
      });
    },

    meAuthenticatorUpdate: prepared(
      ({ principal }) => userOf(principal.tenantId, ownUserId(principal)),
      async ({ tx, principal, params: { id }, body: { label }, audit, prepared: user }) => {
        const owner = { ...user, userId: ownUserId(principal) };
        if (!(await renameAuthenticator(tx, owner.userId, id, label))) throw problem('not_found');
        audit({ changed: ['/label'] });
        return found((await listSignInMethods(tx, owner)).find((one) => one.id === id));
      },
    ),

    async meRecoveryCodeReplace({ tx, principal, ...context }) {
      const userId = ownUserId(principal);
      return { recoveryCodes: await replaceRecoveryCodes(tx, userId, changeOf(context)) };
    },
  };
}
