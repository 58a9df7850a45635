import { interactionPolicy } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

const { Check, Prompt } = interactionPolicy;

/** The decision of a signed-in person about the invitation of their request. */
export type InvitationDecision = 'accepted' | 'declined' | 'other_account';

/** The part of an interaction's result that contains the decision. */
export interface InvitationResult {
  invitation?: { decision: InvitationDecision };
}

/** Reason of a login prompt: the person wants to use another account than the session's. */
export const otherAccount = 'other_account';

const decisionOf = ({ oidc }: KoaContextWithOIDC): InvitationDecision | undefined =>
  (oidc.result as InvitationResult | undefined)?.invitation?.decision;

/** Asks about the invitation of a `link_intent` after the sign-in, before anything is issued. */
export const invitationPrompt = (): InstanceType<typeof Prompt> =>
  new Prompt(
    { name: 'invitation', requestable: false },
    new Check('link_intent', 'an invitation waits for the user', 'interaction_required', (ctx) => {
      const isAsked = typeof ctx.oidc.params?.['link_intent'] === 'string';
      const decision = decisionOf(ctx);
      return isAsked && (decision === undefined || decision === 'other_account');
    }),
  );

/** Asks for a sign-in if the person wants to accept the invitation with another account than the session's. */
export const otherAccountCheck = (): InstanceType<typeof Check> =>
  new Check(
    otherAccount,
    'the user signs in with another account',
    'login_required',
    (ctx) => decisionOf(ctx) === 'other_account' && ctx.oidc.result?.login === undefined,
  );
