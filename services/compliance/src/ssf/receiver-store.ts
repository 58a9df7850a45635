import { isId } from '@platform/contracts';
import { fromNow, now, sql } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { compliance } from '../generated/tables.ts';

const receivers = compliance.table('ssfReceivers').narrow<{
  /** Sealed. */
  authorizationHeader: string | null;
  /** When a caller last requested one; excludes verification events that the platform sends on its own. */
  verificationAskedAt: Date | null;
}>();
const removedSubjects = compliance.table('ssfRemovedSubjects');
const keys = compliance.query
  .selectFrom('ssfReceivers')
  .select(['tenantId', 'id'])
  .orderBy('tenantId')
  .orderBy('id');
/** A change of the resource: increments its version. */
const revision = { version: sql<number>`version + 1`, updatedAt: now };

export type ReceiverRecord = RowOf<typeof receivers>;
export type StatusChange = Pick<ReceiverRecord, 'status' | 'statusReason' | 'statusChangedBy'>;
/** The properties that a receiver changes in its own stream. */
export type StreamChange = Pick<
  ReceiverRecord,
  'description' | 'endpointUrl' | 'authorizationHeader' | 'eventsRequested'
>;
export type NewReceiver = StreamChange &
  Pick<
    ReceiverRecord,
    'id' | 'name' | 'clientId' | 'audience' | 'method' | 'subjectFormat' | 'organizationIds'
  >;

export const countReceivers = (tx: Tx): Promise<number> => receivers.count(tx);

export const insertReceiver = (
  tx: Tx,
  receiver: NewReceiver & Pick<ReceiverRecord, 'status' | 'statusChangedBy'>,
): Promise<ReceiverRecord> =>
  receivers.insertReturning(tx, { ...receiver, verificationState: 'unverified' });

/** @throws 404 if the tenant has no such receiver */
export const existingReceiver = async (tx: Tx, id: string): Promise<ReceiverRecord> =>
  found(isId('ssfReceiver', id) ? await receivers.find(tx, { id }) : undefined);

/** Locks the row until commit, which serializes changes of the queue. */
export const lockReceiver = (tx: Tx, id: string): Promise<ReceiverRecord | undefined> =>
  receivers.lock(tx, { id });

/** @throws 404 if the tenant has no such receiver */
export const lockedReceiver = async (tx: Tx, id: string): Promise<ReceiverRecord> =>
  found(isId('ssfReceiver', id) ? await lockReceiver(tx, id) : undefined);

/** Locks several receivers in a fixed order, which prevents deadlocks. */
export const lockReceivers = (tx: Tx, id: readonly string[]): Promise<ReceiverRecord[]> =>
  receivers.list(tx, { where: { id }, orderBy: 'id', lock: 'update' });

/** Newest first. */
export const listReceivers = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<ReceiverRecord[]> => receivers.page(tx, { by: 'id', behind, limit });

/** Lists all receivers that take tokens now or later. */
export const listOpenReceivers = (tx: Tx): Promise<ReceiverRecord[]> =>
  receivers.only((of) => of('status', '<>', 'disabled')).list(tx, { orderBy: 'id' });

export const listReceiversOfClient = (tx: Tx, clientId: string): Promise<ReceiverRecord[]> =>
  receivers.list(tx, { where: { clientId }, orderBy: 'id' });

export const deleteReceiver = (tx: Tx, id: string): Promise<number> => receivers.delete(tx, { id });

const changeReceiver = async (
  tx: Tx,
  id: string,
  change: Exclude<Parameters<typeof receivers.updateReturning>[2], (of: never) => unknown>,
): Promise<ReceiverRecord> =>
  (await receivers.updateReturning(tx, { id }, { ...change, ...revision }))!;

export const updateStatus = (tx: Tx, id: string, to: StatusChange): Promise<ReceiverRecord> =>
  changeReceiver(tx, id, {
    ...to,
    statusChangedAt: now,
    consecutiveFailures: 0,
    dueAt:
      to.status === 'enabled'
        ? sql<Date | null>`CASE WHEN method = 'push' AND pending_count > 0 THEN now() END`
        : null,
  });

export const updateStream = (tx: Tx, id: string, to: StreamChange): Promise<ReceiverRecord> =>
  changeReceiver(tx, id, to);

export const setVerificationRequested = (
  tx: Tx,
  id: string,
  { isAsked }: { isAsked: boolean },
): Promise<ReceiverRecord> =>
  changeReceiver(tx, id, {
    verificationRequestedAt: now,
    verificationError: null,
    ...(isAsked && { verificationAskedAt: now }),
    verificationState: sql<
      ReceiverRecord['verificationState']
    >`CASE verification_state WHEN 'failed' THEN 'unverified' ELSE verification_state END`,
  });

export const setVerified = (tx: Tx, id: string): Promise<ReceiverRecord> =>
  changeReceiver(tx, id, {
    verificationState: 'verified',
    verifiedAt: now,
    verificationError: null,
  });

export const setVerificationFailed = (
  tx: Tx,
  id: string,
  verificationError: string,
): Promise<ReceiverRecord> =>
  changeReceiver(tx, id, { verificationState: 'failed', verificationError });

export const setPolled = (tx: Tx, id: string): Promise<number> =>
  receivers.update(tx, { id }, { lastPolledAt: now });

/** Records that a receiver managed its stream, with a precision of one minute: enough for the inactivity timeout. */
export const setManaged = (tx: Tx, id: string): Promise<number> =>
  receivers
    .only((of) =>
      of.or([of('lastManagedAt', 'is', null), of('lastManagedAt', '<', fromNow(-60_000))]),
    )
    .update(tx, { id }, { lastManagedAt: now });

export type ReceiverKey = { tenantId: string } & Pick<ReceiverRecord, 'id'>;

/** The reason why a receiver counts as silent. */
export type Silence = 'verification_timeout' | 'inactivity';

/** How long a receiver may be silent, in milliseconds. */
export interface SilenceLimits {
  verificationMs: number;
  inactivityMs: number;
}

/** Both periods restart when the receiver is enabled. */
const silence = ({ verificationMs, inactivityMs }: SilenceLimits) => sql<Silence | null>`CASE
  WHEN verification_state <> 'verified' AND greatest(verification_requested_at, status_changed_at) < ${fromNow(-verificationMs)}
    THEN 'verification_timeout'
  WHEN method = 'poll' AND pending_count > 0 AND greatest(last_polled_at, last_managed_at, status_changed_at) < ${fromNow(-inactivityMs)}
    THEN 'inactivity' END`;

/** Lists enabled receivers that have not acknowledged a verification event, or have left a backlog, for too long. */
export const listSilentReceivers = (tx: WorkerTx, limits: SilenceLimits): Promise<ReceiverKey[]> =>
  tx.rows(keys.where('status', '=', 'enabled').where(silence(limits), 'is not', null).limit(500));

/** Returns why a receiver is silent; undefined if it is not, or is not enabled. */
export const findSilence = async (
  tx: Tx,
  id: string,
  limits: SilenceLimits,
): Promise<Silence | undefined> =>
  (
    await receivers
      .compute(() => ({ silence: silence(limits) }))
      .find(tx, { id, status: 'enabled' })
  )?.silence ?? undefined;

/** Lists paused receivers with held tokens. */
export const listHoldingReceivers = (tx: WorkerTx): Promise<ReceiverKey[]> =>
  tx.rows(keys.where('status', '=', 'paused').where('pendingCount', '>', 0).limit(1_000));

/** Stops sending a receiver events about a person. */
export const insertRemovedSubject = (
  tx: Tx,
  receiverId: string,
  subjectId: string,
): Promise<number> => removedSubjects.insertIfAbsent(tx, { receiverId, subjectId });

/** Resumes sending a receiver events about a person. */
export const deleteRemovedSubject = (
  tx: Tx,
  receiverId: string,
  subjectId: string,
): Promise<number> => removedSubjects.delete(tx, { receiverId, subjectId });

/** Lists the receivers that get no events about a person. */
export const listReceiversWithout = async (
  tx: Tx,
  subjectId: string,
): Promise<ReadonlySet<string>> => {
  const removals = await removedSubjects.list(tx, { where: { subjectId }, orderBy: 'receiverId' });
  return new Set(removals.map(({ receiverId }) => receiverId));
};

/** Deletes the removals of a person about whom no more events follow. */
export const deleteRemovals = (tx: Tx, subjectId: string): Promise<number> =>
  removedSubjects.delete(tx, { subjectId });
