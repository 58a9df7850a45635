import type { Tx, WorkerTx } from '@platform/kit/database';
import type { NewReceiver, ReceiverRecord } from './receiver-record.ts';

const columns = `id, name, description, client_id, audience, method, endpoint_url, authorization_header,
  events_requested, subject_format, organization_ids,
  status, status_reason, status_changed_by, status_changed_at,
  verification_state, verification_requested_at, verification_asked_at, verified_at, verification_error,
  pending_count, consecutive_failures, last_error, last_delivered_at,
  last_polled_at, last_managed_at, epoch, version, created_at, updated_at`;

const one = (tx: Tx, sql: string, params: unknown[] = []): Promise<ReceiverRecord | undefined> =>
  tx.row<ReceiverRecord>(sql, [tx.context.tenantId, ...params]);
const many = (tx: Tx, sql: string, params: unknown[] = []): Promise<ReceiverRecord[]> =>
  tx.rows<ReceiverRecord>(sql, [tx.context.tenantId, ...params]);

export const countReceivers = async (tx: Tx): Promise<number> =>
  (await tx.row<{ n: number }>(
    'SELECT count(*)::int AS n FROM ssf_receivers WHERE tenant_id = $1',
    [tx.context.tenantId],
  ))!.n;

export const insertReceiver = async (
  tx: Tx,
  r: NewReceiver,
  by: Pick<ReceiverRecord, 'status' | 'statusChangedBy'>,
): Promise<ReceiverRecord> =>
  (await one(
    tx,
    `INSERT INTO ssf_receivers (tenant_id, id, name, description, client_id, audience, method, endpoint_url, authorization_header,
       events_requested, subject_format, organization_ids, status, status_changed_by, verification_state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'unverified') RETURNING ${columns}`,
    [
      r.id,
      r.name,
      r.description,
      r.clientId,
      r.audience,
      r.method,
      r.endpointUrl,
      r.authorizationHeader,
      r.eventsRequested,
      r.subjectFormat,
      r.organizationIds,
      by.status,
      by.statusChangedBy,
    ],
  )) as ReceiverRecord;

export const findReceiver = (tx: Tx, id: string): Promise<ReceiverRecord | undefined> =>
  one(tx, `SELECT ${columns} FROM ssf_receivers WHERE tenant_id = $1 AND id = $2`, [id]);

/** Locks the row until commit: whatever changes a queue takes turns on it. */
export const lockReceiver = (tx: Tx, id: string): Promise<ReceiverRecord | undefined> =>
  one(tx, `SELECT ${columns} FROM ssf_receivers WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [id]);

/** The same for several of them, always in the same order: whoever locks some never waits in a circle. */
export const lockReceivers = (tx: Tx, ids: readonly string[]): Promise<ReceiverRecord[]> =>
  many(
    tx,
    `SELECT ${columns} FROM ssf_receivers WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`,
    [ids],
  );

/** Newest first; ids sort by creation. */
export const listReceivers = (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<ReceiverRecord[]> =>
  many(
    tx,
    `SELECT ${columns} FROM ssf_receivers WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [before ?? null, limit],
  );

/** All that take tokens now or later. */
export const listOpenReceivers = (tx: Tx): Promise<ReceiverRecord[]> =>
  many(
    tx,
    `SELECT ${columns} FROM ssf_receivers WHERE tenant_id = $1 AND status <> 'disabled' ORDER BY id`,
  );

export const listReceiversOfClient = (tx: Tx, clientId: string): Promise<ReceiverRecord[]> =>
  many(
    tx,
    `SELECT ${columns} FROM ssf_receivers WHERE tenant_id = $1 AND client_id = $2 ORDER BY id`,
    [clientId],
  );

export const deleteReceiver = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM ssf_receivers WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

const change = 'version = version + 1, updated_at = now()';

export const updateStatus = async (
  tx: Tx,
  id: string,
  to: Pick<ReceiverRecord, 'status' | 'statusReason' | 'statusChangedBy'>,
): Promise<ReceiverRecord> =>
  (await one(
    tx,
    `UPDATE ssf_receivers SET status = $3, status_reason = $4, status_changed_by = $5, status_changed_at = now(), consecutive_failures = 0,
       due_at = CASE WHEN $3 = 'enabled' AND method = 'push' AND pending_count > 0 THEN now() END, ${change}
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [id, to.status, to.statusReason, to.statusChangedBy],
  )) as ReceiverRecord;

/** What a receiver changes of its own stream. */
export type StreamChange = Pick<
  NewReceiver,
  'description' | 'endpointUrl' | 'authorizationHeader' | 'eventsRequested'
>;

export const updateStream = async (tx: Tx, id: string, to: StreamChange): Promise<ReceiverRecord> =>
  (await one(
    tx,
    `UPDATE ssf_receivers SET description = $3, endpoint_url = $4, authorization_header = $5, events_requested = $6, ${change}
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [id, to.description, to.endpointUrl, to.authorizationHeader, to.eventsRequested],
  )) as ReceiverRecord;

export const setVerificationRequested = async (
  tx: Tx,
  id: string,
  { isAsked }: { isAsked: boolean },
): Promise<ReceiverRecord> =>
  (await one(
    tx,
    `UPDATE ssf_receivers SET verification_requested_at = now(), verification_error = NULL,
       verification_asked_at = CASE WHEN $3 THEN now() ELSE verification_asked_at END,
       verification_state = CASE WHEN verification_state = 'failed' THEN 'unverified' ELSE verification_state END, ${change}
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [id, isAsked],
  )) as ReceiverRecord;

export const setVerified = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET verification_state = 'verified', verified_at = now(), verification_error = NULL, ${change} WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );

export const setVerificationFailed = (tx: Tx, id: string, error: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET verification_state = 'failed', verification_error = $3, ${change} WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id, error],
  );

export const setPolled = (tx: Tx, id: string): Promise<number> =>
  tx.execute('UPDATE ssf_receivers SET last_polled_at = now() WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

/** Notes that a receiver managed its stream; once a minute is enough for what it is compared with. */
export const setManaged = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET last_managed_at = now()
     WHERE tenant_id = $1 AND id = $2 AND coalesce(last_managed_at < now() - interval '1 minute', true)`,
    [tx.context.tenantId, id],
  );

/** A receiver as the sweep finds it across tenants. */
export interface ReceiverKey {
  tenantId: string;
  id: string;
}

/** Why a receiver counts as silent. */
export type Silence = 'verification_timeout' | 'inactivity';

/** How long a receiver may be silent, in milliseconds. */
export interface SilenceLimits {
  verificationMs: number;
  inactivityMs: number;
}

/** Both periods begin anew when the receiver is enabled. */
const silence = `CASE
  WHEN verification_state <> 'verified' AND greatest(verification_requested_at, status_changed_at) < now() - make_interval(secs => $1)
    THEN 'verification_timeout'
  WHEN method = 'poll' AND pending_count > 0 AND greatest(last_polled_at, last_managed_at, status_changed_at) < now() - make_interval(secs => $2)
    THEN 'inactivity' END`;
const silenceParams = ({ verificationMs, inactivityMs }: SilenceLimits): number[] => [
  verificationMs / 1000,
  inactivityMs / 1000,
];

/** Enabled receivers that have not acknowledged a verification event, or not acted on a backlog, for so long. */
export const listSilentReceivers = (tx: WorkerTx, limits: SilenceLimits): Promise<ReceiverKey[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM ssf_receivers WHERE status = 'enabled' AND ${silence} IS NOT NULL ORDER BY tenant_id, id LIMIT 500`,
    silenceParams(limits),
  );

/** Whether a receiver is silent still, and why; undefined for one that is not, or is not enabled. */
export const findSilence = async (
  tx: Tx,
  id: string,
  limits: SilenceLimits,
): Promise<Silence | undefined> =>
  (
    await tx.row<{ reason: Silence | null }>(
      `SELECT ${silence} AS reason FROM ssf_receivers WHERE tenant_id = $3 AND id = $4 AND status = 'enabled'`,
      [...silenceParams(limits), tx.context.tenantId, id],
    )
  )?.reason ?? undefined;

/** Paused receivers with tokens that are held. */
export const listHoldingReceivers = (tx: WorkerTx): Promise<ReceiverKey[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM ssf_receivers WHERE status = 'paused' AND pending_count > 0 ORDER BY tenant_id, id LIMIT 1000`,
  );
