import { useSay } from '../../kit/words/words-context.ts';

/** Reasons that have words. */
const named = [
  'invalid_credentials',
  'user_not_found',
  'user_disabled',
  'factor_failed',
  'factor_not_enrolled',
  'locked_out',
  'rate_limited',
  'ip_denied',
  'connector_denied',
  'connector_error',
  'policy_denied',
  'flow_denied',
  'consent_refused',
  'expired',
  'upstream_error',
] as const;

/** Writes why a sign-in failed. Reasons of a later release are shown by their code. */
export function useFailureWords(): (reason: string) => string {
  const say = useSay('events');
  return (reason) => {
    const known = named.find((one) => one === reason);
    return known ? say(`reason.${known}`) : reason;
  };
}
