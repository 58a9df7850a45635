import type { EligibilityCreation, PimRuleSet } from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';
import type { EligibilityRow } from './eligibility-store.ts';
import { checkTicketPattern } from './ticket-pattern.ts';

/** The operator's limits, in milliseconds. */
export interface PimLimits {
  maxActivationDuration: number;
  defaultRequiredAcr: string;
  maxOpenActivations: number;
}

export const isLiveEligibilityAt = (
  { startsAt, expiresAt }: Pick<EligibilityRow, 'startsAt' | 'expiresAt'>,
  now: Date,
): boolean => startsAt <= now && (expiresAt === null || expiresAt > now);

/** Whether a scope always requires approval, because it leads to all others. */
export const isSensitiveScope = (scope: string): boolean =>
  scope.startsWith('tenant:pim.') || scope === 'tenant:roles.write';

/** The rules with defaults. @throws 422 if they contradict each other */
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

/** The start and end of an eligibility. @throws 422 if the end is not in the future */
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

/** A token cannot grant more than it has. */
export function refuseMore(granted: readonly string[], held: ReadonlySet<string>): void {
  const missing = granted.filter((scope) => scope.startsWith('tenant:') && !held.has(scope)).sort();
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `A token can grant only scopes that it has; missing: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}
