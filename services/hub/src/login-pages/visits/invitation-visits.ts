import { problem } from '@platform/kit/problem';
import type { Accepting } from '../../account/invitation-acceptance.ts';
import type { ReviewInvitation } from '../../account/invitation-review.ts';
import type { InvitationDecision } from '../../login/prompts/invitation-prompt.ts';
import type { LoginRequests } from '../../login/requests/login-requests.ts';
import { invitationView } from '../views/invitation-view.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';
import { seeOther } from '../frame/send-page.ts';
import type { Visit } from './visit.ts';

export interface Invitations {
  review: ReviewInvitation;
  /** Redeems the link intent for the user. False if it cannot be redeemed. */
  accept(accepting: Accepting): Promise<boolean>;
  /** Counts a visit by a user that the intent is not meant for. */
  refuse(accepting: Omit<Accepting, 'userId'>): Promise<void>;
}

export interface InvitationVisitsOptions {
  requests: Pick<LoginRequests, 'decideInvitation'>;
  invitations: Invitations;
  accountOf: (tenantId: string, userId: string) => Promise<string | undefined>;
  contextOf: (visit: Visit) => Promise<PageContext>;
  show: (visit: Visit, context: PageContext, parts: PageParts) => void;
}

/** Decisions made by links, by query parameter. */
const decisions: Readonly<Record<string, InvitationDecision>> = {
  decline: 'declined',
  'other-account': 'other_account',
};

function invited({ request: { tenant, linkIntent, session }, browser }: Visit): Accepting {
  if (linkIntent === null || session === null) throw problem('not_found');
  const { ip, userAgent } = browser;
  return { tenantId: tenant.id, token: linkIntent, userId: session.userId, ip, userAgent };
}

/** Asks a signed-in person whether to accept an invitation. */
export function invitationVisits(options: InvitationVisitsOptions) {
  const { requests, invitations, accountOf, contextOf, show } = options;

  return {
    async show(visit: Visit): Promise<void> {
      const { req, res, url, path } = visit;
      const accepting = invited(visit);
      const { tenantId, userId } = accepting;
      const review = await invitations.review(accepting);
      if (review.state === 'accepted')
        return review.returnTo === null
          ? requests.decideInvitation(req, res, 'accepted')
          : seeOther(res, review.returnTo);
      const wanted = Object.keys(decisions).find((name) => url.searchParams.has(name)) ?? '';
      const decision = decisions[wanted];
      if (decision) {
        if (review.state === 'open' && !review.isExpected) await invitations.refuse(accepting);
        return requests.decideInvitation(req, res, decision);
      }
      const account = (await accountOf(tenantId, userId)) ?? userId;
      const context = await contextOf(visit);
      const links = { decline: `${path}?decline`, otherAccount: `${path}?other-account` };
      return show(visit, context, invitationView(context, review, { account, links }));
    },

    /** Accepts the invitation. If that fails, the page says why. */
    take: (visit: Visit): Promise<boolean> => invitations.accept(invited(visit)),
  };
}
