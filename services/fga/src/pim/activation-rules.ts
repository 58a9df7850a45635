import type { ActivationWish, PimRuleSet, Principal } from '@platform/contracts';
import { bearerChallenge } from '@platform/kit/auth';
import { invalid, problem } from '@platform/kit/problem';
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
  const isWeak = rules.requireAcr !== null && !isAcrMet(authentication?.acr, rules.requireAcr);
  const within = rules.requireAuthWithinSeconds;
  const signedInAt = authentication?.authTime ?? null;
  const isOld =
    within !== null && (signedInAt === null || now.getTime() / 1000 - signedInAt > within);
  if (!isWeak && !isOld) return;
  const wanted = {
    ...(rules.requireAcr === null ? {} : { acr_values: rules.requireAcr }),
    ...(within === null ? {} : { max_age: within }),
  };
  const parameters = Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, String(value)]),
  );
  throw problem('insufficient_user_authentication', {
    detail: isWeak
      ? `The sign-in must meet ${rules.requireAcr}`
      : `The sign-in must be at most ${within} seconds old; sign in again`,
    members: wanted,
    headers: {
      'WWW-Authenticate': bearerChallenge(resourceMetadata, {
        error: 'insufficient_user_authentication',
        ...parameters,
      }),
    },
  });
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
