import type { Tx } from '@platform/kit/database';
import { isFirstTime } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { SecretFault } from '@platform/kit/secrets';
import { requirePasswordReset } from './required-reset.ts';
import { wasConsumedWithin } from './report-store.ts';

/** The path at which the hub serves the page behind the link of a notice, on the hosts of a tenant. */
export const reportPath = '/login/report';

const purpose = 'sign-in-report';
const lifeMs = 7 * 86_400_000;
const repeatSeconds = 600;

/** The sign-in that a notice is about. */
export interface NoticedSignIn {
  userId: string;
  /** Of the event behind the notice: each event is reported once. */
  eventId: string;
}

/** The result of a report. If there is a user, the hub ends their sessions. */
export interface SignInReport {
  outcome: 'DONE' | 'USED' | 'INVALID';
  userId: string;
}

const contextOf = (tenantId: string) => ({ tenantId, field: 'sign_in_report_tokens' });

/** Handles reports of sign-ins that were not the user's own, authorized by a token in the notice. */
export function signInReports({
  secrets,
  clock,
}: {
  secrets: Pick<SecretBox, 'seal' | 'open'>;
  clock: () => number;
}) {
  function opened(tenantId: string, token: string): NoticedSignIn | undefined {
    try {
      const { expiresAt, ...signIn } = JSON.parse(
        secrets.open(token, contextOf(tenantId)),
      ) as NoticedSignIn & { expiresAt: number };
      return clock() < expiresAt ? signIn : undefined;
    } catch (error) {
      if (error instanceof SecretFault) return undefined;
      throw error;
    }
  }

  return {
    /** Creates a token that is valid for seven days and for one report. */
    tokenOf: (tenantId: string, { userId, eventId }: NoticedSignIn): string =>
      secrets.seal(
        JSON.stringify({ userId, eventId, expiresAt: clock() + lifeMs }),
        contextOf(tenantId),
      ),

    /**
     * Locks the password until it is reset by mail and ends the trust in browsers, so that an attacker is locked out. For ten
     * minutes the same token returns the user again, so that a report whose response was lost can be retried.
     */
    async take(tx: Tx, token: string): Promise<SignInReport> {
      const signIn = opened(tx.context.tenantId, token);
      if (!signIn) return { outcome: 'INVALID', userId: '' };
      const { userId, eventId } = signIn;
      if (!(await isFirstTime(tx, purpose, eventId))) {
        const isRecent = await wasConsumedWithin(tx, { purpose, eventId }, repeatSeconds);
        return { outcome: 'USED', userId: isRecent ? userId : '' };
      }
      await requirePasswordReset(tx, userId, clock());
      return { outcome: 'DONE', userId };
    },
  };
}

/** See {@link signInReports}. */
export type SignInReports = ReturnType<typeof signInReports>;
