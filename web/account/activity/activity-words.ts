import type { MyActivity } from '@platform/sdk';
import { Building2, CircleAlert, KeyRound, LogIn, TrendingUp, UserRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useSay } from '../../kit/words/words-context.ts';

/** Types that have words; of others, the summary of the platform is shown. */
const named = [
  'user.created',
  'user.updated',
  'user.suspended',
  'user.reactivated',
  'user.deactivated',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'user.sessions_revoked',
  'user.assurance_changed',
  'user.consent_granted',
  'user.consent_revoked',
  'user.device_authorized',
  'user.password_changed',
  'user.password_reset_requested',
  'user.password_reset_required',
  'user.authenticator_added',
  'user.authenticator_removed',
  'user.identity_linked',
  'user.identity_unlinked',
  'user.account_linked',
  'user.credential_locked',
  'user.credential_unlocked',
  'user.credential_compromised',
  'user.refresh_token_reused',
  'federation.login_succeeded',
  'federation.login_failed',
  'organization.member_added',
  'organization.member_updated',
  'organization.member_removed',
  'pim.activation_requested',
  'pim.activation_cancelled',
] as const;

const methods = [
  'password',
  'passkey',
  'security_key',
  'totp',
  'email_code',
  'recovery_code',
] as const;

/** Writes activity in words. */
export function useActivityWords() {
  const say = useSay('account-activity');
  return {
    titleOf({ type, summary }: MyActivity): string {
      const known = named.find((one) => one === type);
      return known ? say(known) : summary;
    },
    /** With what; undefined if that is not known or has no words. */
    methodOf({ type, method }: MyActivity): string | undefined {
      const known = methods.find((one) => one === method);
      if (!known) return method ?? undefined;
      // Of a new method it is the kind; otherwise what the user has signed in with.
      return say(/authenticator_/.test(type) ? `kind.${known}` : `method.${known}`);
    },
    /** The party that did it, unless it was the user. */
    causeOf: ({ by }: MyActivity): string | undefined =>
      by === 'you' ? undefined : say(`by.${by}`),
  };
}

const iconPatterns: readonly (readonly [RegExp, LucideIcon])[] = [
  [/failed|locked|compromised|reused/, CircleAlert],
  [/signed_|login_|sessions|device/, LogIn],
  [/password|authenticator|identity|credential|assurance/, KeyRound],
  [/^organization\./, Building2],
  [/^pim\./, TrendingUp],
];

export const activityIcon = (type: string): LucideIcon =>
  iconPatterns.find(([pattern]) => pattern.test(type))?.[1] ?? UserRound;
