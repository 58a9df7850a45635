import type { InvitationReview } from '../../account/invitation-review.ts';
import { initialOf } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';

export interface InvitationViewLinks {
  decline: string;
  otherAccount: string;
}

type Ended = Exclude<InvitationReview['state'], 'open' | 'accepted'>;

/** Asks whether to join the organization with the current account. */
function confirm(
  { t }: PageContext,
  { organizationName, emailMasked }: Extract<InvitationReview, { state: 'open' }>,
  account: string,
  links: InvitationViewLinks,
): PageParts {
  const ways = [
    { text: t('login.invitation.other_account'), href: links.otherAccount },
    { text: t('login.enroll.later'), href: links.decline },
  ];
  return {
    template: 'login-form',
    title: t('login.invitation.title', { organization: organizationName }),
    lead: t('login.invitation.lead', { email: emailMasked }),
    data: {
      action: 'accept',
      button: t('login.invitation.accept'),
      account: { name: account, initial: initialOf(account) },
      waysOut: ways.map((way) => ({ lead: '', action: null, ...way })),
    },
  };
}

/** Says that the invitation is for another account than the current one. */
const otherAccount = (
  { t, client }: PageContext,
  account: string,
  links: InvitationViewLinks,
): PageParts => ({
  template: 'login-message',
  title: t('login.invitation.other_account_title'),
  lead: t('login.invitation.other_account_lead', { account }),
  data: {
    href: links.otherAccount,
    button: t('login.invitation.other_account'),
    waysOut: [
      {
        lead: '',
        action: null,
        href: links.decline,
        text: t('login.invitation.go_on', { application: client.name }),
      },
    ],
  },
});

/** Says why the invitation cannot be accepted. */
const ended = ({ t, client }: PageContext, state: Ended, href: string): PageParts => ({
  template: 'login-message',
  title: t(`login.invitation.${state}.title`),
  lead: t(`login.invitation.${state}.lead`),
  data: { href, button: t('login.invitation.go_on', { application: client.name }) },
});

/** The page of an invitation that has not been accepted. */
export function invitationView(
  context: PageContext,
  review: Exclude<InvitationReview, { state: 'accepted' }>,
  { account, links }: { account: string; links: InvitationViewLinks },
): PageParts {
  if (review.state !== 'open') return ended(context, review.state, links.decline);
  return review.isExpected
    ? confirm(context, review, account, links)
    : otherAccount(context, account, links);
}
