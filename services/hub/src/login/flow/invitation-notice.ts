import type { Logger } from '@platform/kit/telemetry';
import type { ReviewInvitation } from '../../account/invitation-review.ts';
import type { LoginRequest } from '../requests/login-requests.ts';
import type { PageMessage } from './login-progress.ts';

/** Returns the notice about an invitation for the first page of a login. Undefined without an invitation. */
export type InvitationNotice = (request: LoginRequest) => Promise<PageMessage | undefined>;

/** If the directory is unavailable, the sign-in continues without a notice. */
export const invitationNotices =
  (review: ReviewInvitation, log: Logger): InvitationNotice =>
  async ({ tenant: { id: tenantId }, linkIntent: token }) => {
    if (token === null) return undefined;
    try {
      const found = await review({ tenantId, token });
      return found.state === 'open'
        ? {
            key: 'login.invitation.notice',
            values: { organization: found.organizationName, email: found.emailMasked },
          }
        : { key: 'login.invitation.notice_ended' };
    } catch (error) {
      log.warn({ err: error, tenantId }, 'an invitation could not be looked up');
      return undefined;
    }
  };
