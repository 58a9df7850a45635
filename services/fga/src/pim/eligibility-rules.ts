import type { EligibilityCreation, PimRuleSet } from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';
import type { EligibilityRow } from './eligibility-store.ts';
import { checkTicketPattern } from './ticket-pattern.ts';

/** What the operator sets. Milliseconds. */
export interface PimLimits {
  maxActivationDuration: number;
  defaultRequiredAcr: string;
  maxOpenActivations: number;
}

export const isLiveEligibilityAt = (
  { startsAt, expiresAt }: Pick<EligibilityRow, 'startsAt' | 'expiresAt'>,
  now: Date,
): boolean => startsAt <= now && (expiresAt === null || expiresAt > now);

/** Scopes that must not be had without somebody's approval: they lead to all others. */
export const isSensitiveScope = (scope: string): boolean =>
  scope.startsWith('tenant:pim.') || scope === 'tenant:roles.write';

/** The rules with their defaults filled in; 422 for those that do not fit together. */
export function rulesWithDefaults(
  given: EligibilityCreation['rules'],
  {
    maxActivationDuration,
    defaultRequiredAcr,
  }: Pick<PimLimits, 'maxActivationDuration' | 'defaultRequiredAcr'>,
): PimRuleSet {
  const longest = Math.floor(maxActivationDuration / 1000);
  const maxDurationSeconds = given?.maxDurationSeconds ?? Math.min(28_800, longest);
  if (maxDurationSeconds > longest)
    throw invalid('/rules/maxDurationSeconds', 'invalid_format', `must be at most ${longest}`);
  const defaultDurationSeconds =
    given?.defaultDurationSeconds ?? Math.min(3600, maxDurationSeconds);
  if (defaultDurationSeconds > maxDurationSeconds)
    throw invalid(
      '/rules/defaultDurationSeconds',
      'invalid_format',
      `must be at most ${maxDurationSeconds}`,
    );
  checkTicketPattern(given?.ticketPattern ?? null);
  return {
    maxDurationSeconds,
    defaultDurationSeconds,
    requireApproval: given?.requireApproval ?? true,
    requiredApprovals: given?.requiredApprovals ?? 1,
    approvers: given?.approvers ?? [],
    approvalTimeoutSeconds: given?.approvalTimeoutSeconds ?? 86_400,
    requireJustification: given?.requireJustification ?? true,
    requireTicket: given?.requireTicket ?? false,
    ticketPattern: given?.ticketPattern ?? null,
    requireAcr: given?.requireAcr === undefined ? defaultRequiredAcr || null : given.requireAcr,
    requireAuthWithinSeconds: given?.requireAuthWithinSeconds ?? null,
  };
}

/** When an eligibility starts and ends; 422 for an end that does not lie ahead. */
export function timesWithDefaults(
  { startsAt, expiresAt }: Pick<EligibilityCreation, 'startsAt' | 'expiresAt'>,
  now: Date,
): { startsAt: Date; expiresAt: Date | null } {
  const start = startsAt ? new Date(startsAt) : now;
  const end = expiresAt ? new Date(expiresAt) : null;
  if (end && end <= now) throw invalid('/expiresAt', 'invalid_format', 'must be in the future');
  if (end && end <= start) throw invalid('/expiresAt', 'invalid_format', 'must be after startsAt');
  return { startsAt: start, expiresAt: end };
}

/** A token grants no more than it holds. */
export function refuseMore(granted: readonly string[], held: ReadonlySet<string>): void {
  const missing = granted.filter((scope) => scope.startsWith('tenant:') && !held.has(scope)).sort();
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `A token can grant only scopes that it has; missing: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}
