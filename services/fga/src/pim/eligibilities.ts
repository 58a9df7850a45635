import { allScopes } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type {
  EligibilityCreation,
  EligibilityResource,
  PimRuleSet,
  Principal,
} from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { because, invalid, problem } from '@platform/kit/problem';
import { withdraw } from './activation-moves.ts';
import { peopleBehind } from './activation-resource.ts';
import { databaseTime } from './activation-store.ts';
import {
  deleteEligibility,
  insertEligibility,
  lockEligibility,
  takeExpiredEligibilities,
} from './eligibility-store.ts';
import type { EligibilityRow } from './eligibility-store.ts';
import type { RoleSource } from '../roles/role-source.ts';
import { checkTicketPattern } from './ticket-pattern.ts';

export { eligibilitiesOfRole } from './eligibility-store.ts';

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

/** An eligibility as the API shows it at `now`. */
export const eligibilityResource = (row: EligibilityRow, now: Date): EligibilityResource => ({
  id: row.id,
  principal: { type: row.principalType, id: row.principalId },
  role: row.roleKey,
  scopes: row.scopes,
  organizationId: row.organizationId,
  justification: row.justification,
  startsAt: row.startsAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  rules: row.rules,
  status:
    row.expiresAt && row.expiresAt <= now ? 'expired' : row.startsAt > now ? 'scheduled' : 'active',
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const tell = (
  tx: Tx,
  type: 'pim.eligibility_created' | 'pim.eligibility_deleted' | 'pim.eligibility_expired',
  row: EligibilityRow,
  now: Date,
) =>
  tx.publish({
    type,
    subject: { type: 'eligible_assignment', id: row.id },
    organizationId: row.organizationId,
    data: { eligibleAssignment: eligibilityResource(row, now) },
  });

/** Scopes that must not be had without somebody's approval: they lead to all others. */
export const isSensitiveScope = (scope: string): boolean =>
  scope.startsWith('tenant:pim.') || scope === 'tenant:roles.write';

/** The rules with their defaults filled in; 422 for those that do not fit together. */
function rulesWithDefaults(
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

function timesWithDefaults(
  { startsAt, expiresAt }: Pick<EligibilityCreation, 'startsAt' | 'expiresAt'>,
  now: Date,
): { startsAt: Date; expiresAt: Date | null } {
  const start = startsAt ? new Date(startsAt) : now;
  const end = expiresAt ? new Date(expiresAt) : null;
  if (end && end <= now) throw invalid('/expiresAt', 'invalid_format', 'must be in the future');
  if (end && end <= start) throw invalid('/expiresAt', 'invalid_format', 'must be after startsAt');
  return { startsAt: start, expiresAt: end };
}

function refuseMore(granted: readonly string[], held: ReadonlySet<string>): void {
  const missing = granted.filter((scope) => scope.startsWith('tenant:') && !held.has(scope)).sort();
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `A token can grant only scopes that it holds; missing: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}

/** Who makes it: the caller, and the groups that the caller is in. */
export interface EligibilityGranter {
  principal: Principal;
  groupIds: readonly string[];
}

/** Makes and ends eligibilities. */
export function eligibilities({ roles, limits }: { roles: RoleSource; limits: PimLimits }) {
  async function grantedBy(
    tx: Tx,
    { role, scopes }: EligibilityCreation,
  ): Promise<readonly string[]> {
    if (role !== undefined) {
      const granted = await roles.scopes(tx, role, { hold: true });
      if (!granted) throw invalid('/role', 'unknown_role', 'must be the key of a role');
      return granted;
    }
    const unknown = (scopes ?? []).findIndex((scope) => !allScopes.includes(scope));
    if (unknown >= 0)
      throw invalid(`/scopes/${unknown}`, 'not_found', 'must be a permission of the platform');
    return scopes ?? [];
  }

  async function create(
    tx: Tx,
    { principal, groupIds }: EligibilityGranter,
    body: EligibilityCreation,
  ): Promise<EligibilityRow> {
    const now = await databaseTime(tx);
    const rules = rulesWithDefaults(body.rules, limits);
    const times = timesWithDefaults(body, now);
    const granted = await grantedBy(tx, body);
    refuseMore(granted, principal.scopes);
    const isForThemselves =
      body.principal.type === 'user'
        ? peopleBehind(principal).includes(body.principal.id)
        : groupIds.includes(body.principal.id);
    if (!rules.requireApproval && (isForThemselves || granted.some(isSensitiveScope))) {
      throw invalid(
        '/rules/requireApproval',
        'approval_required',
        'must be true, because the eligibility is for yourself or grants tenant:pim.* or tenant:roles.write',
      );
    }
    const ended = await takeExpiredEligibilities(tx, body.principal);
    for (const row of ended) await tell(tx, 'pim.eligibility_expired', row, now);
    const scopes = body.scopes ? [...body.scopes].sort() : null;
    const organizationId = body.organizationId ?? null;
    const row = {
      id: newId('eligibleAssignment'),
      principalType: body.principal.type,
      principalId: body.principal.id,
      roleKey: body.role ?? null,
      scopes,
      organizationId,
      grantKey: JSON.stringify([body.role ?? scopes, organizationId]),
      justification: body.justification ?? null,
      rules,
      startsAt: times.startsAt,
      expiresAt: times.expiresAt,
      createdBy: { type: principal.type, id: principal.id },
      createdAt: now,
      updatedAt: now,
      position: '',
    };
    try {
      await insertEligibility(tx, row);
    } catch (error) {
      if (brokenUnique(error) !== 'eligibilities__grant_key') throw error;
      throw because('already_exists', {
        pointer: '/principal',
        code: 'already_exists',
        detail: 'The principal already has this eligibility',
      });
    }
    await tell(tx, 'pim.eligibility_created', row, now);
    return row;
  }

  /** Deletes one, and ends what is open of it, in one transaction. False when there is none. */
  async function remove(tx: Tx, id: string, reason = 'eligibility_deleted'): Promise<boolean> {
    const row = await lockEligibility(tx, id);
    if (!row) return false;
    const now = await databaseTime(tx);
    await withdraw(tx, { eligibilityId: id }, now, reason);
    await deleteEligibility(tx, id);
    await tell(tx, 'pim.eligibility_deleted', row, now);
    return true;
  }

  /** Tells of those of the tenant that are over. */
  async function expire(tx: Tx): Promise<void> {
    const now = await databaseTime(tx);
    for (const row of await takeExpiredEligibilities(tx))
      await tell(tx, 'pim.eligibility_expired', row, now);
  }

  return { create, remove, expire };
}

/** See {@link eligibilities}. */
export type Eligibilities = ReturnType<typeof eligibilities>;
