import { lock, any, now, sql } from '@platform/kit/database';
import type { Tx, RowOf } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';
import { fga } from '../generated/tables.ts';

/** Where a request came from. */
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

/** The database's time at this statement, not at the transaction's begin: a lock may have been waited for. */
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

/** Locks those of these ids that are due and that no other transaction holds. */
export const takeDueActivations = (tx: Tx, ids: readonly string[]): Promise<ActivationRow[]> =>
  tx.rows(due.select(tx).where('id', '=', any(ids)).orderBy('id').forUpdate().skipLocked());

export const insertActivation = (tx: Tx, activation: ActivationRow): Promise<number> =>
  activations.insert(tx, activation);

/** Writes the columns that a transition changes. */
export const updateActivation = (
  tx: Tx,
  { id, state, startsAt, endsAt, endedAt, endReason, nextDueAt, updatedAt }: ActivationRow,
): Promise<number> =>
  activations.update(
    tx,
    { id },
    { state, startsAt, endsAt, endedAt, endReason, nextDueAt, updatedAt },
  );

export const insertApproval = (tx: Tx, approval: ApprovalRow): Promise<number> =>
  approvals.insert(tx, approval);

export const listApprovals = (tx: Tx, activationId: readonly string[]): Promise<ApprovalRow[]> =>
  approvals.list(tx, { where: { activationId }, orderBy: ['at', 'approverId'] });

/** Who reads the list, and how far they see. */
export interface ActivationViewer {
  userId: string;
  isApprover: boolean;
  isAdmin: boolean;
  approverKeys: readonly string[];
}

/** One's own activations; to an approver also the open ones that they may decide on; to an administrator all. */
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

/** Those that the viewer may see, newest first. */
export const listActivations = (
  tx: Tx,
  viewer: ActivationViewer,
  { after, limit }: { after: readonly (string | number)[] | undefined; limit: number },
): Promise<RowOf<typeof positioned>[]> =>
  visibleTo(viewer).page(tx, { by: ['requestedAt', 'id'], behind: after, limit });

/** A time in which an activation counts. */
export interface ActivationWindow extends Pick<
  ActivationRow,
  'id' | 'principalId' | 'roleKey' | 'scopes' | 'organizationId'
> {
  startsAt: Date;
  endsAt: Date;
  isNow: boolean;
}

/** Those of users that are open now or open later, by the database's clock. */
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

/** A user's own, newest first. */
export const listActivationsOf = (
  tx: Tx,
  principalId: string,
  limit: number,
): Promise<ActivationRow[]> =>
  activations.list(tx, { where: { principalId }, orderBy: ['requestedAt desc', 'id desc'], limit });

/** Removes from a user's activations the user's own words, and how and from where they signed in. */
export const emptyActivationsOf = (tx: Tx, principalId: string): Promise<number> =>
  activations.update(
    tx,
    { principalId },
    {
      justification: null,
      ticket: null,
      people: sql<string[]>`ARRAY[principal_id]`,
      requestContext: { ip: '', userAgent: null, acr: null, amr: [], authTime: null },
    },
  );
