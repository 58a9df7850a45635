import type { ActivationState } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';

/** Where a request came from. */
export interface ActivationOrigin {
  ip: string;
  userAgent: string | null;
  acr: string | null;
  amr: string[];
  authTime: string | null;
}

/** An activation as it is stored. */
export interface ActivationRow {
  id: string;
  eligibilityId: string;
  principalId: string;
  viaGroup: string | null;
  people: string[];
  role: string | null;
  scopes: string[];
  organizationId: string | null;
  state: ActivationState;
  justification: string | null;
  ticket: { system: string; number: string } | null;
  durationSeconds: number;
  requiredApprovals: number;
  approvers: string[];
  requestedAt: Date;
  decisionDeadline: Date | null;
  wantedStart: Date | null;
  startsAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  endReason: string | null;
  requestContext: ActivationOrigin;
  nextDueAt: Date | null;
  updatedAt: Date;
}

/** An approval as it is stored. */
export interface ApprovalRow {
  activationId: string;
  approverId: string;
  people: string[];
  at: Date;
}

const columns = `id, eligibility_id, principal_id, via_group, people, role_key AS role, scopes, organization_id, state,
  justification, ticket, duration_seconds, required_approvals, approvers, requested_at, decision_deadline,
  wanted_start, starts_at, ends_at, ended_at, end_reason, request_context,
  next_due_at, updated_at`;
const isOpenState = "state IN ('requested', 'scheduled', 'active')";

/** The database's time at this statement, not at the transaction's begin: a lock may have been waited for. */
export const databaseTime = async (tx: Pick<Tx, 'row'>): Promise<Date> =>
  ((await tx.row<{ now: Date }>('SELECT clock_timestamp() AS now')) as { now: Date }).now;

/** One request of a user at a time, so that what is open can be counted. */
export const lockPrincipal = (tx: Tx, userId: string): Promise<number> =>
  lock(tx, fgaLocks.activationsOfUser, `${tx.context.tenantId} ${userId}`);

export const findActivation = (tx: Tx, id: string): Promise<ActivationRow | undefined> =>
  tx.row(`SELECT ${columns} FROM activations WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockActivation = (tx: Tx, id: string): Promise<ActivationRow | undefined> =>
  tx.row(`SELECT ${columns} FROM activations WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

/** Open ones, locked: of an eligibility, of a user, or of a user through a group (`null`: of everyone through it). */
export function lockOpenActivations(
  tx: Tx,
  by: { eligibilityId: string } | { userId: string } | { groupId: string; userId: string | null },
): Promise<ActivationRow[]> {
  const [condition, values] =
    'eligibilityId' in by
      ? (['eligibility_id = $2', [by.eligibilityId]] as const)
      : 'groupId' in by
        ? ([
            'via_group = $2 AND ($3::text IS NULL OR principal_id = $3)',
            [by.groupId, by.userId],
          ] as const)
        : (['principal_id = $2', [by.userId]] as const);
  return tx.rows(
    `SELECT ${columns} FROM activations WHERE tenant_id = $1 AND ${condition} AND ${isOpenState} ORDER BY id FOR UPDATE`,
    [tx.context.tenantId, ...values],
  );
}

/** Those of these ids that are due and nobody else holds, locked. */
export const takeDueActivations = (tx: Tx, ids: readonly string[]): Promise<ActivationRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM activations WHERE tenant_id = $1 AND id = ANY($2) AND next_due_at <= now() AND ${isOpenState} ORDER BY id FOR UPDATE SKIP LOCKED`,
    [tx.context.tenantId, ids],
  );

export const insertActivation = (tx: Tx, a: ActivationRow): Promise<number> =>
  tx.execute(
    `INSERT INTO activations (tenant_id, id, eligibility_id, principal_id, via_group, people, role_key, scopes, organization_id, state, justification, ticket, duration_seconds, required_approvals,
     approvers, requested_at, decision_deadline, wanted_start, starts_at, ends_at, ended_at, end_reason, request_context, next_due_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
    [
      tx.context.tenantId,
      a.id,
      a.eligibilityId,
      a.principalId,
      a.viaGroup,
      a.people,
      a.role,
      a.scopes,
      a.organizationId,
      a.state,
      a.justification,
      a.ticket && JSON.stringify(a.ticket),
      a.durationSeconds,
      a.requiredApprovals,
      a.approvers,
      a.requestedAt,
      a.decisionDeadline,
      a.wantedStart,
      a.startsAt,
      a.endsAt,
      a.endedAt,
      a.endReason,
      JSON.stringify(a.requestContext),
      a.nextDueAt,
      a.updatedAt,
    ],
  );

/** Writes what a transition changes. */
export const updateActivation = (tx: Tx, a: ActivationRow): Promise<number> =>
  tx.execute(
    `UPDATE activations SET state = $3, starts_at = $4, ends_at = $5, ended_at = $6, end_reason = $7, next_due_at = $8, updated_at = $9 WHERE tenant_id = $1 AND id = $2`,
    [
      tx.context.tenantId,
      a.id,
      a.state,
      a.startsAt,
      a.endsAt,
      a.endedAt,
      a.endReason,
      a.nextDueAt,
      a.updatedAt,
    ],
  );

export const insertApproval = (
  tx: Tx,
  { activationId, approverId, people, at }: ApprovalRow,
): Promise<number> =>
  tx.execute(
    'INSERT INTO activation_approvals (tenant_id, activation_id, approver_id, people, at) VALUES ($1, $2, $3, $4, $5)',
    [tx.context.tenantId, activationId, approverId, people, at],
  );

export const listApprovals = (tx: Tx, activationIds: readonly string[]): Promise<ApprovalRow[]> =>
  tx.rows(
    `SELECT activation_id, approver_id, people, at FROM activation_approvals WHERE tenant_id = $1 AND activation_id = ANY($2) ORDER BY at, approver_id`,
    [tx.context.tenantId, activationIds],
  );

/** Who looks at the list, and how far they see. */
export interface ActivationViewer {
  userId: string;
  isApprover: boolean;
  isAdmin: boolean;
  approverKeys: readonly string[];
}

const isVisible = `(principal_id = $2 OR $3 OR ($4 AND ${isOpenState} AND (approvers = '{}' OR approvers && $5)))`;

/** One that the viewer may see. */
export const findVisibleActivation = (
  tx: Tx,
  { userId, isApprover, isAdmin, approverKeys }: ActivationViewer,
  id: string,
): Promise<ActivationRow | undefined> =>
  tx.row(`SELECT ${columns} FROM activations WHERE tenant_id = $1 AND ${isVisible} AND id = $6`, [
    tx.context.tenantId,
    userId,
    isAdmin,
    isApprover,
    approverKeys,
    id,
  ]);

/** Newest first: one's own; to an approver the open ones that they may decide on; to an administrator all. */
export const listActivations = (
  tx: Tx,
  { userId, isApprover, isAdmin, approverKeys }: ActivationViewer,
  { after, limit }: { after: readonly (string | number)[] | undefined; limit: number },
): Promise<(ActivationRow & { position: string })[]> =>
  tx.rows(
    `SELECT ${columns}, requested_at::text AS position FROM activations
   WHERE tenant_id = $1 AND ${isVisible}
     AND ($6::timestamptz IS NULL OR (requested_at, id) < ($6, $7)) ORDER BY requested_at DESC, id DESC LIMIT $8`,
    [
      tx.context.tenantId,
      userId,
      isAdmin,
      isApprover,
      approverKeys,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  );

/** A time in which an activation counts. */
export interface ActivationWindow extends Pick<
  ActivationRow,
  'id' | 'principalId' | 'role' | 'scopes' | 'organizationId'
> {
  startsAt: Date;
  endsAt: Date;
  isNow: boolean;
}

/** Those of users that are open now or open later, by the database's clock. */
export const listWindows = (tx: Tx, userIds: readonly string[]): Promise<ActivationWindow[]> =>
  tx.prepared(
    'activations_of_users',
    `SELECT id, principal_id, role_key AS role, scopes, organization_id, starts_at, ends_at, starts_at <= now() AS is_now FROM activations
   WHERE tenant_id = $1 AND principal_id = ANY ($2) AND state IN ('scheduled', 'active') AND ends_at > now() ORDER BY ends_at, id`,
    [tx.context.tenantId, userIds],
  );

export async function deleteActivations(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(
    'DELETE FROM activation_approvals WHERE tenant_id = $1 AND activation_id = ANY($2)',
    [tx.context.tenantId, ids],
  );
  await tx.execute('DELETE FROM activations WHERE tenant_id = $1 AND id = ANY($2)', [
    tx.context.tenantId,
    ids,
  ]);
}

/** A user's own, newest first. */
export const listActivationsOf = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<ActivationRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM activations WHERE tenant_id = $1 AND principal_id = $2 ORDER BY requested_at DESC, id DESC LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );

/** Takes out of a user's activations what the user wrote, and where and how they came in. */
export const emptyActivationsOf = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(
    `UPDATE activations SET justification = NULL, ticket = NULL, people = ARRAY[principal_id], request_context = '{"ip":"","userAgent":null,"acr":null,"amr":[],"authTime":null}'
   WHERE tenant_id = $1 AND principal_id = $2`,
    [tx.context.tenantId, userId],
  );
