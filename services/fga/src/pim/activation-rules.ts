import type { ActivationWish, PimRuleSet, Principal } from '@platform/contracts';
import { isSignInOlder, signInRequired } from '@platform/kit/auth';
import { invalid } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { isAcrMet } from '../assurance/acr.ts';
import { matchesTicket } from './ticket-pattern.ts';

const furthestStartMs = 30 * 86_400_000;

/** A sign-in that is too weak or too old must be repeated (RFC 9470 §3). */
export function requireSignIn(
  { authentication }: Pick<Principal, 'authentication'>,
  rules: PimRuleSet,
  now: Date,
  resourceMetadata: string,
): void {
  const fault = signInFault(authentication, rules, now);
  if (!fault) return;
  const { requireAcr, requireAuthWithinSeconds: within } = rules;
  throw signInRequired(
    { acr: requireAcr ?? undefined, maxAgeSeconds: within ?? undefined },
    fault === 'weak'
      ? `The sign-in must meet ${requireAcr}`
      : `The sign-in must be at most ${within} seconds old; sign in again`,
    resourceMetadata,
  );
}

/** Whether a sign-in is too weak or, at the time of a request, too old for the rules. */
export function signInFault(
  authentication: Principal['authentication'],
  { requireAcr, requireAuthWithinSeconds: within }: PimRuleSet,
  at: Date,
): 'weak' | 'old' | undefined {
  if (requireAcr !== null && !isAcrMet(authentication?.acr, requireAcr)) return 'weak';
  const isOld = within !== null && isSignInOlder({ authentication }, within, at.getTime());
  return isOld ? 'old' : undefined;
}

/** Returns the problem of a request without a justification or ticket that the rules require. */
export function missingIn(
  { justification, ticket }: Pick<ActivationWish, 'justification' | 'ticket'>,
  { requireJustification, requireTicket, ticketPattern }: PimRuleSet,
): Problem | undefined {
  if (requireJustification && !justification)
    return invalid('/justification', 'required', 'is required');
  if (requireTicket && !ticket) return invalid('/ticket', 'required', 'is required');
  if (ticket && ticketPattern !== null && !matchesTicket(ticketPattern, ticket.number))
    return invalid('/ticket/number', 'invalid_format', 'must match the ticket pattern');
  return undefined;
}

/** Validates a request against the rules. */
export function checkedWish(
  wish: ActivationWish,
  rules: PimRuleSet,
  eligibleUntil: Date | null,
  now: Date,
): { durationSeconds: number; wantedStart: Date | null } {
  const durationSeconds = wish.durationSeconds ?? rules.defaultDurationSeconds;
  if (durationSeconds > rules.maxDurationSeconds)
    throw invalid(
      '/durationSeconds',
      'invalid_format',
      `must be at most ${rules.maxDurationSeconds}`,
    );
  const wantedStart = wish.startsAt ? new Date(wish.startsAt) : null;
  if (wantedStart) {
    if (wantedStart.getTime() < now.getTime() - 60_000)
      throw invalid('/startsAt', 'invalid_format', 'must not be in the past');
    if (wantedStart.getTime() > now.getTime() + furthestStartMs)
      throw invalid('/startsAt', 'invalid_format', 'must be at most 30 days from now');
    if (eligibleUntil && wantedStart >= eligibleUntil)
      throw invalid(
        '/startsAt',
        'invalid_format',
        'must be before the end of the eligible assignment',
      );
  }
  const missing = missingIn(wish, rules);
  if (missing) throw missing;
  return { durationSeconds, wantedStart: wantedStart && wantedStart > now ? wantedStart : null };
}
