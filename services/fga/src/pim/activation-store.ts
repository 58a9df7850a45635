import { lock, any, now, sql } from '@platform/kit/database';
import type { Tx, RowOf } from '@platform/kit/database';
import type { ActivationState } from '@platform/contracts';
import { fgaLocks } from '../advisory-locks.ts';
import { fga } from '../generated/tables.ts';

/** The origin of a request. */
export interface ActivationOrigin {
  ip: string;
  userAgent: string | null;
  acr: string | null;
  amr: string[];
  authTime: string | null;
}

const activations = fga.table('activations').narrow<{
  ticket: { system: string; number: string } | null;
  requestContext: ActivationOrigin;
}>();
const openStates = ['requested', 'scheduled', 'active'] as const;
const open = activations.only({ state: openStates });
const due = open.only((of) => of('nextDueAt', '<=', now));
// With microseconds, which cursors need.
const positioned = activations.compute((of) => ({
  position: of.cast<string>('requestedAt', 'text'),
}));
const approvals = fga.table('activationApprovals');

export type ActivationRow = RowOf<typeof activations>;
export type ApprovalRow = RowOf<typeof approvals>;

/**
 * The database's time at this statement, not at the start of the transaction, which may have waited
 * for a lock.
 */
export const databaseTime = async (tx: Pick<Tx, 'row'>): Promise<Date> =>
  ((await tx.row<{ now: Date }>('SELECT clock_timestamp() AS now')) as { now: Date }).now;

/** Serializes the requests of a user, so that their open activations can be counted. */
export const lockPrincipal = (tx: Tx, userId: string): Promise<number> =>
  lock(tx, fgaLocks.activationsOfUser, `${tx.context.tenantId} ${userId}`);

export const findActivation = (tx: Tx, id: string): Promise<ActivationRow | undefined> =>
  activations.find(tx, { id });

export const lockActivation = (tx: Tx, id: string): Promise<ActivationRow | undefined> =>
  activations.lock(tx, { id });

/** Locks the open activations of an eligibility, of a user, or through a group. */
export const lockOpenActivations = (
  tx: Tx,
  where: Partial<Pick<ActivationRow, 'eligibilityId' | 'principalId' | 'viaGroup'>>,
): Promise<ActivationRow[]> => open.list(tx, { where, orderBy: 'id', lock: 'update' });

/** Locks due activations among these ids, skipping those that another transaction has locked. */
export const takeDueActivations = (tx: Tx, ids: readonly string[]): Promise<ActivationRow[]> =>
  tx.rows(due.select(tx).where('id', '=', any(ids)).orderBy('id').forUpdate().skipLocked());

export const insertActivation = (tx: Tx, activation: ActivationRow): Promise<number> =>
  activations.insert(tx, activation);

/** Writes the columns that a transition changes. */
export const updateActivation = (
  tx: Tx,
  {
    id,
    state,
    startsAt,
    endsAt,
    endedAt,
    endedBy,
    endReason,
    endComment,
    nextDueAt,
    updatedAt,
  }: ActivationRow,
): Promise<number> =>
  activations.update(
    tx,
    { id },
    { state, startsAt, endsAt, endedAt, endedBy, endReason, endComment, nextDueAt, updatedAt },
  );

/** Writes the columns that an eligibility changes. */
export const updateActivationTerms = (
  tx: Tx,
  {
    id,
    durationSeconds,
    requiredApprovals,
    approvers,
    decisionDeadline,
    endsAt,
    nextDueAt,
    updatedAt,
  }: ActivationRow,
): Promise<number> =>
  activations.update(
    tx,
    { id },
    {
      durationSeconds,
      requiredApprovals,
      approvers,
      decisionDeadline,
      endsAt,
      nextDueAt,
      updatedAt,
    },
  );

export const insertApproval = (tx: Tx, approval: ApprovalRow): Promise<number> =>
  approvals.insert(tx, approval);

export const listApprovals = (tx: Tx, activationId: readonly string[]): Promise<ApprovalRow[]> =>
  approvals.list(tx, { where: { activationId }, orderBy: ['at', 'approverId'] });

/** The caller of a list, and their permissions. */
export interface ActivationViewer {
  userId: string;
  isApprover: boolean;
  isAdmin: boolean;
  approverKeys: readonly string[];
}

/**
 * Users see their own activations; approvers also the open ones that they may decide on;
 * administrators all.
 */
function visibleTo({ userId, isApprover, isAdmin, approverKeys }: ActivationViewer) {
  if (isAdmin) return positioned;
  return positioned.only((of) => {
    const isOwn = of('principalId', '=', userId);
    if (!isApprover) return isOwn;
    const isForAnyone = sql<boolean>`approvers = '{}'`;
    const isForViewer = sql<boolean>`approvers && ${approverKeys}`;
    const isOpen = of('state', '=', any(openStates));
    return of.or([isOwn, of.and([isOpen, of.or([isForAnyone, isForViewer])])]);
  });
}

/** An activation that the viewer may see. */
export const findVisibleActivation = (
  tx: Tx,
  viewer: ActivationViewer,
  id: string,
): Promise<ActivationRow | undefined> => visibleTo(viewer).find(tx, { id });

/** Activations that the viewer may see, newest first. */
export const listActivations = (
  tx: Tx,
  viewer: ActivationViewer,
  {
    state,
    after,
    limit,
  }: {
    state?: ActivationState | 'open' | undefined;
    after: readonly (string | number)[] | undefined;
    limit: number;
  },
): Promise<RowOf<typeof positioned>[]> => {
  const visible = visibleTo(viewer);
  const wanted = state === 'open' ? openStates : state;
  const listed = wanted === undefined ? visible : visible.only({ state: wanted });
  return listed.page(tx, { by: ['requestedAt', 'id'], behind: after, limit });
};

/** The period in which an activation counts. */
export interface ActivationWindow extends Pick<
  ActivationRow,
  'id' | 'principalId' | 'roleKey' | 'scopes' | 'organizationId'
> {
  startsAt: Date;
  endsAt: Date;
  isNow: boolean;
}

/** Periods of users that are open now or later, by the database's clock. */
export const listWindows = (tx: Tx, userIds: readonly string[]): Promise<ActivationWindow[]> =>
  tx.prepared(
    'activations_of_users',
    `SELECT id, principal_id, role_key, scopes, organization_id, starts_at, ends_at, starts_at <= now() AS is_now FROM activations
   WHERE tenant_id = $1 AND principal_id = ANY ($2) AND state IN ('scheduled', 'active') AND ends_at > now() ORDER BY ends_at, id`,
    [tx.context.tenantId, userIds],
  );

export async function deleteActivations(tx: Tx, ids: readonly string[]): Promise<void> {
  await approvals.delete(tx, { activationId: ids });
  await activations.delete(tx, { id: ids });
}

/** A user's own activations, newest first. */
export const listActivationsOf = (
  tx: Tx,
  principalId: string,
  limit: number,
): Promise<ActivationRow[]> =>
  activations.list(tx, { where: { principalId }, orderBy: ['requestedAt desc', 'id desc'], limit });

/** Removes a user's free text from their activations, and how and from where they signed in. */
export const emptyActivationsOf = (tx: Tx, principalId: string): Promise<number> =>
  activations.update(
    tx,
    { principalId },
    {
      justification: null,
      ticket: null,
      endComment: null,
      people: sql<string[]>`ARRAY[principal_id]`,
      requestContext: { ip: '', userAgent: null, acr: null, amr: [], authTime: null },
    },
  );

/** Removes what approvers wrote about these activations, and what the user wrote as an approver. */
export async function emptyCommentsOf(
  tx: Tx,
  userId: string,
  activationIds: readonly string[],
): Promise<void> {
  await approvals.update(tx, { activationId: activationIds }, { comment: null });
  await approvals.update(tx, { approverId: userId }, { comment: null });
}

/** Removes what the user wrote about the activations that they ended. */
export const emptyEndCommentsOf = (tx: Tx, userId: string): Promise<number> =>
  activations.update(tx, { endedBy: userId }, { endComment: null });
