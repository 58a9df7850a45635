import { interactionPolicy } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

const { Check, Prompt } = interactionPolicy;

/** What a signed-in person decided about the invitation that their request carries. */
export type InvitationDecision = 'accepted' | 'declined' | 'other_account';

/** The part of an interaction's result that holds it. */
export interface InvitationResult {
  invitation?: { decision: InvitationDecision };
}

/** Why someone who has a session signs in again. */
export const otherAccount = 'other_account';

const decisionOf = ({ oidc }: KoaContextWithOIDC): InvitationDecision | undefined =>
  (oidc.result as InvitationResult | undefined)?.invitation?.decision;

/** Asks about the invitation of a `link_intent` once someone has signed in, before anything is issued. */
export const invitationPrompt = (): InstanceType<typeof Prompt> =>
  new Prompt(
    { name: 'invitation', requestable: false },
    new Check('link_intent', 'an invitation waits for the user', 'interaction_required', (ctx) => {
      const isAsked = typeof ctx.oidc.params?.['link_intent'] === 'string';
      const decision = decisionOf(ctx);
      return isAsked && (decision === undefined || decision === 'other_account');
    }),
  );

/** Someone wants to accept an invitation with another account than the one that the browser is signed in to. */
export const otherAccountCheck = (): InstanceType<typeof Check> =>
  new Check(
    otherAccount,
    'the user signs in with another account',
    'login_required',
    (ctx) => decisionOf(ctx) === 'other_account' && ctx.oidc.result?.login === undefined,
  );
