import type { ErasureRequestSummary, ErasureState } from '@platform/contracts';
import { any, fromNow } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';
import { requestTable } from '../subject-requests/request-table.ts';
import type { TenantKey } from '../tenant-blocks.ts';

const requests = compliance.table('erasureRequests').narrow<
  Pick<ErasureRequestSummary, 'reason' | 'requestedBy' | 'regulation' | 'identityVerification'> & {
    subjectType: ErasureRequestSummary['subject']['type'];
    certificate: Record<string, unknown> | null;
    /** The job that drives the request. */
    driver: string | null;
    /** The number of finished drives. */
    drives: number;
  }
>();
const openRequests = requests.only((of) => of('state', 'not in', ['COMPLETED', 'CANCELLED']));
const completedRequests = requests.only({ state: 'COMPLETED' });
const identifiers = compliance.table('erasureIdentifiers');
const keys = compliance.query.selectFrom('erasureRequests').select(['tenantId', 'id']);

export type ErasureRecord = RowOf<typeof requests>;

/** Undefined if the person has an open request. */
export const insertErasureRequest = (
  tx: Tx,
  request: Parameters<typeof requests.insertIfAbsentReturning>[1],
): Promise<ErasureRecord | undefined> => requests.insertIfAbsentReturning(tx, request);

/** Inserts the hashes of all identifiers of the person. */
export const insertErasureIdentifiers = (
  tx: Tx,
  requestId: string,
  hashes: readonly string[],
): Promise<number> =>
  identifiers.insertIfAbsent(
    tx,
    hashes.map((identifierHash) => ({ requestId, identifierHash })),
  );

export const deleteErasureIdentifiers = (tx: Tx, requestId: string): Promise<number> =>
  identifiers.delete(tx, { requestId });

export const {
  existing: existingRequest,
  lock: lockRequest,
  locked: lockedRequest,
  list: listRequests,
  change: changeRequest,
} = requestTable<ErasureRecord>('erasureRequest', requests);

export const findOpenRequest = (tx: Tx, subjectHash: string): Promise<ErasureRecord | undefined> =>
  openRequests.find(tx, { subjectHash });

/** Lists completed requests, newest first: all, or those of the person with an identifier. */
export const listCompletedRequests = (
  tx: Tx,
  {
    identifierHash,
    before,
    limit,
  }: { identifierHash?: string | undefined; before?: string | undefined; limit: number },
): Promise<ErasureRecord[]> => {
  const listed =
    identifierHash === undefined
      ? completedRequests
      : completedRequests.only((of) =>
          of.exists(
            of
              .selectFrom('erasureIdentifiers')
              .whereRef('erasureIdentifiers.tenantId', '=', 'erasureRequests.tenantId')
              .whereRef('erasureIdentifiers.requestId', '=', 'erasureRequests.id')
              .where('erasureIdentifiers.identifierHash', '=', identifierHash),
          ),
        );
  return listed.page(tx, { by: 'id', behind: before, limit });
};

/** Records that a locked request must be driven again. */
export const nudgeRequest = (tx: Tx, id: string): Promise<ErasureRecord | undefined> =>
  requests.updateReturning(tx, { id }, { isNudged: true });

/** Puts a job in charge of a locked request. The job sees everything committed before. */
export const setDriver = (tx: Tx, id: string, driver: string): Promise<number> =>
  requests.update(tx, { id }, { driver, isNudged: false });

/** Ends the charge of a job; undefined if another one is in charge. A failed drive is repeated under its own key. */
export const releaseDriver = (
  tx: Tx,
  id: string,
  { driver, hasEnded }: { driver: string; hasEnded: boolean },
): Promise<ErasureRecord | undefined> =>
  requests.updateReturning(tx, { id, driver }, (of) => ({
    driver: null,
    drives: of('drives', '+', hasEnded ? 1 : 0),
  }));

/** Lists the states of each known hash's requests, and when the last one was completed. */
export const listSubjectStates = (
  tx: Tx,
  hashes: readonly string[],
): Promise<{ hash: string; states: ErasureState[]; erasedAt: Date | null }[]> =>
  tx.rows(
    compliance.query
      .selectFrom('erasureIdentifiers as i')
      .innerJoin('erasureRequests as r', (join) =>
        join.onRef('r.tenantId', '=', 'i.tenantId').onRef('r.id', '=', 'i.requestId'),
      )
      .select((of) => [
        'i.identifierHash as hash',
        of.fn.agg<ErasureState[]>('array_agg', ['r.state']).as('states'),
        of.fn.max('r.completedAt').as('erasedAt'),
      ])
      .where('i.tenantId', '=', tx.context.tenantId)
      .where('i.identifierHash', '=', any(hashes))
      .groupBy('i.identifierHash'),
  );

/** Lists open requests of all tenants, a page after a key. */
export const listOpenRequests = (
  tx: WorkerTx,
  after: TenantKey,
  limit: number,
): Promise<TenantKey[]> =>
  tx.rows(
    keys
      .where('state', 'not in', ['COMPLETED', 'CANCELLED'])
      .where((of) => of(of.refTuple('tenantId', 'id'), '>', of.tuple(after.tenantId, after.id)))
      .orderBy('tenantId')
      .orderBy('id')
      .limit(limit),
  );

/** Lists requests of all tenants that ended before a time. */
export const listEndedRequests = (
  tx: WorkerTx,
  retentionMs: number,
  limit: number,
): Promise<TenantKey[]> =>
  tx.rows(
    keys
      .where('state', 'in', ['COMPLETED', 'CANCELLED'])
      .where('updatedAt', '<', fromNow(-retentionMs))
      .orderBy('updatedAt')
      .limit(limit),
  );

/** Deletes requests with their holds, tasks and hashes. */
export const deleteRequests = (tx: Tx, ids: readonly string[]): Promise<number> =>
  requests.delete(tx, { id: ids });

/**
 * Tombstones and certificates outlive their tenant, so that an operator can still prove an erasure
 * to the person or an authority (GDPR Art. 5(2)). They name nobody, and {@link listEndedRequests}
 * finds them when their retention ends.
 */
export const outlivingErasures = [
  { table: 'erasure_requests', where: `state = 'COMPLETED'`, cleared: ['external_reference'] },
  {
    table: 'erasure_identifiers',
    where: `EXISTS (SELECT FROM erasure_requests r
      WHERE r.tenant_id = erasure_identifiers.tenant_id AND r.id = request_id AND r.state = 'COMPLETED')`,
  },
];
