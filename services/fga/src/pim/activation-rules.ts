import type { ActivationWish, PimRuleSet, Principal } from '@platform/contracts';
import { isSignInOlder, signInRequired } from '@platform/kit/auth';
import { invalid } from '@platform/kit/problem';
import { isAcrMet } from '../assurance/acr.ts';
import { matchesTicket } from './ticket-pattern.ts';

const furthestStartMs = 30 * 86_400_000;

/** A sign-in that is too weak or too old must be repeated (RFC 9470 §3). */
export function requireSignIn(
  { authentication }: Principal,
  rules: PimRuleSet,
  now: Date,
  resourceMetadata: string,
): void {
  const { requireAcr, requireAuthWithinSeconds: within } = rules;
  const isWeak = requireAcr !== null && !isAcrMet(authentication?.acr, requireAcr);
  const isOld = within !== null && isSignInOlder({ authentication }, within, now.getTime());
  if (!isWeak && !isOld) return;
  throw signInRequired(
    { acr: requireAcr ?? undefined, maxAgeSeconds: within ?? undefined },
    isWeak
      ? `The sign-in must meet ${requireAcr}`
      : `The sign-in must be at most ${within} seconds old; sign in again`,
    resourceMetadata,
  );
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
  if (rules.requireJustification && !wish.justification)
    throw invalid('/justification', 'required', 'is required');
  if (rules.requireTicket && !wish.ticket) throw invalid('/ticket', 'required', 'is required');
  if (
    wish.ticket &&
    rules.ticketPattern !== null &&
    !matchesTicket(rules.ticketPattern, wish.ticket.number)
  )
    throw invalid('/ticket/number', 'invalid_format', 'must match the ticket pattern');
  return { durationSeconds, wantedStart: wantedStart && wantedStart > now ? wantedStart : null };
}
