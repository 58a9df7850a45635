import type { AccessRequest } from '@platform/contracts';
import { fromNow, sql } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { clockTime } from '../database-clock.ts';
import { compliance } from '../generated/tables.ts';
import { requestTable } from '../subject-requests/request-table.ts';
import type { TenantKey } from '../tenant-blocks.ts';

/** The services that are asked for a person's data over HTTP. */
export const accessPeers = ['hub', 'identity-service', 'product-api'] as const;
export type AccessPeer = (typeof accessPeers)[number];

const requests = compliance.table('accessRequests').narrow<
  Pick<AccessRequest, 'kind' | 'requestedBy' | 'regulation' | 'identityVerification'> & {
    subjectType: AccessRequest['subject']['type'];
    /** The id that is sent to services; null after the erasure of the person. */
    subjectId: string | null;
    /** When the file expires, or the collected parts of a failed request. */
    bundleExpiresAt: Date | null;
    /** The current set of objects; earlier sets are to be deleted. */
    objectRound: number;
  }
>();
const openRequests = requests.only({ state: ['PENDING', 'RUNNING'] });
const locations = requests.only((of) => of('storeLocation', 'is not', null)).pick('storeLocation');
const parts = compliance.table('accessParts').narrow<{ peer: AccessPeer }>();

export type AccessRecord = RowOf<typeof requests>;
export type AccessPartRecord = RowOf<typeof parts>;

/** Undefined if the person has an open request. */
export const insertAccessRequest = (
  tx: Tx,
  request: Parameters<typeof requests.insertIfAbsentReturning>[1],
): Promise<AccessRecord | undefined> => requests.insertIfAbsentReturning(tx, request);

export const {
  existing: existingAccessRequest,
  lock: lockAccessRequest,
  locked: lockedAccessRequest,
  list: listAccessRequests,
  change: changeAccessRequest,
} = requestTable<AccessRecord>('accessRequest', requests);

export const findOpenAccessRequest = (
  tx: Tx,
  subjectHash: string,
): Promise<{ id: string; isFresh: boolean } | undefined> =>
  openRequests
    .pick('id')
    .compute(() => ({ isFresh: sql<boolean>`created_at > ${clockTime} - interval '24 hours'` }))
    .find(tx, { subjectHash });

export const countActiveRequests = (tx: Tx): Promise<number> => openRequests.count(tx);

/** Locks every request about a person. */
export const lockAccessRequestsOf = (
  tx: Tx,
  subjectHash: readonly string[],
): Promise<AccessRecord[]> =>
  requests.list(tx, { where: { subjectHash }, orderBy: 'id', lock: 'update' });

export const listAccessParts = (
  tx: Tx,
  requestId: readonly string[],
): Promise<AccessPartRecord[]> =>
  parts.list(tx, { where: { requestId }, orderBy: ['requestId', 'peer'] });

export const insertParts = (
  tx: Tx,
  requestId: string,
  added: readonly Pick<AccessPartRecord, 'peer' | 'status'>[],
): Promise<number> =>
  parts.insert(
    tx,
    added.map((part) => ({ requestId, ...part })),
  );

export const updatePart = (
  tx: Tx,
  requestId: string,
  { peer, ...part }: Pick<AccessPartRecord, 'peer' | 'status' | 'bytes' | 'sha256' | 'error'>,
): Promise<number> =>
  parts.update(tx, { requestId, peer }, (of) => ({
    ...part,
    attempts: of('attempts', '+', 1),
    fetchedAt: part.status === 'ok' || part.status === 'empty' ? clockTime : null,
  }));

/** Marks the parts of failed services as pending. */
export const resetFailedParts = (tx: Tx, requestId: string): Promise<number> =>
  parts.update(
    tx,
    { requestId, status: ['failed', 'pending'] },
    { status: 'pending', attempts: 0, error: null },
  );

/** Marks pending parts as failed. */
export const failPendingParts = (tx: Tx, requestId: string): Promise<number> =>
  parts.update(tx, { requestId, status: 'pending' }, (of) => ({
    status: 'failed',
    error: of.fn.coalesce('error', of.val('attempts_exhausted')),
  }));

/** Marks the parts whose answers are deleted as failed, so that a retry fetches them again. */
export const forgetParts = (tx: Tx, requestId: string): Promise<number> =>
  parts.update(
    tx,
    { requestId, status: 'ok' },
    { status: 'failed', bytes: null, sha256: null, fetchedAt: null, error: 'deleted' },
  );

/** Lists requests of all tenants whose file or collected parts have expired, or that have objects to delete. */
export const listCleanable = (tx: WorkerTx, limit: number): Promise<TenantKey[]> =>
  tx.rows(
    `(SELECT tenant_id, id FROM access_requests
      WHERE (state IN ('COMPLETED', 'PARTIAL') OR state = 'FAILED' AND has_objects) AND bundle_expires_at <= now()
      ORDER BY bundle_expires_at LIMIT $1)
     UNION ALL
     (SELECT tenant_id, id FROM access_requests WHERE has_objects
        AND (state = 'EXPIRED' OR state = 'CANCELLED' AND updated_at < now() - interval '10 minutes')
      ORDER BY updated_at LIMIT $1)`,
    [limit],
  );

/** Lists requests of all tenants that ended long ago. */
export const listOldAccessRequests = (
  tx: WorkerTx,
  retentionMs: number,
  limit: number,
): Promise<TenantKey[]> =>
  tx.rows(
    compliance.query
      .selectFrom('accessRequests')
      .select(['tenantId', 'id'])
      .where('hasObjects', '=', false)
      .where('state', 'in', ['FAILED', 'CANCELLED', 'EXPIRED'])
      .where('updatedAt', '<', fromNow(-retentionMs))
      .orderBy('updatedAt')
      .limit(limit),
  );

export const deleteAccessRequests = (tx: Tx, id: readonly string[]): Promise<number> =>
  requests.delete(tx, { id });

/** Lists the object stores with objects of the tenant's requests. */
export const listAccessLocations = async (tx: Tx): Promise<string[]> =>
  (await tx.rows(locations.select(tx).distinct())).flatMap(
    ({ storeLocation }) => storeLocation ?? [],
  );
