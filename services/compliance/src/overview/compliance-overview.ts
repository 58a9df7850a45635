import type { HealthItem, SearchHit } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { healthItem, itemsAtMost } from '@platform/siblings/overview';
import type { OverviewSource } from '@platform/siblings/overview';
import {
  findAccess,
  findErasure,
  findPurposes,
  findReceivers,
  listLateAccesses,
  listLateErasures,
  listTroubledReceivers,
} from './overview-store.ts';

async function receiverItems(tx: Tx): Promise<HealthItem[]> {
  const troubled = await listTroubledReceivers(tx, itemsAtMost);
  return troubled.map(({ id, name, status, statusChangedAt, pendingCount, lastDeliveredAt }) => {
    const isStopped = status !== 'enabled';
    return healthItem({
      kind: isStopped ? 'stopped' : 'failing',
      code: isStopped ? 'receiver_stopped' : 'receiver_failing',
      severity: isStopped ? 'critical' : 'warning',
      resource: { type: 'ssf_receiver', id, name },
      since: isStopped ? statusChangedAt : lastDeliveredAt,
      blocks: pendingCount > 0 ? { what: 'security_events', count: pendingCount } : null,
      action: {
        operationId: isStopped ? 'ssfReceiverToggle' : 'ssfReceiverVerify',
        params: { receiverId: id },
      },
    });
  });
}

async function requestItems(tx: Tx, now: Date): Promise<HealthItem[]> {
  const erasures = await listLateErasures(tx, itemsAtMost);
  const accesses = await listLateAccesses(tx, itemsAtMost);
  return [
    ...erasures.map(({ id, dueAt, receivedAt }) =>
      healthItem({
        kind: dueAt <= now ? 'overdue' : 'stopped',
        code: dueAt <= now ? 'erasure_overdue' : 'erasure_stalled',
        severity: 'critical',
        resource: { type: 'erasure_request', id, name: id },
        since: receivedAt,
        dueAt,
        action: { operationId: 'erasureRequestStatus', params: { requestId: id } },
      }),
    ),
    ...accesses.map(({ id, state, dueAt, receivedAt }) =>
      healthItem({
        kind: state === 'FAILED' ? 'stopped' : 'overdue',
        code: state === 'FAILED' ? 'access_request_failed' : 'access_request_overdue',
        severity: 'critical',
        resource: { type: 'access_request', id, name: id },
        since: receivedAt,
        dueAt,
        action: {
          operationId: state === 'FAILED' ? 'accessRequestRetry' : 'accessRequestGet',
          params: { requestId: id },
        },
      }),
    ),
  ];
}

/** A hit for one request, which is found by its id alone. */
const requestHits = (
  found: { id: string; state: string } | undefined,
): Omit<SearchHit, 'type'>[] =>
  found ? [{ id: found.id, name: found.id, detail: found.state, organizationId: null }] : [];

/** What compliance knows: receivers of security events, requests of people, and purposes. */
export const complianceOverview: readonly OverviewSource[] = [
  {
    scopes: ['tenant:compliance.read'],
    health: async (tx, now) => [...(await receiverItems(tx)), ...(await requestItems(tx, now))],
    search: [
      {
        type: 'ssf_receiver',
        find: async (tx, term) =>
          (await findReceivers(tx, term)).map(({ id, name, method }) => ({
            id,
            name,
            detail: method,
            organizationId: null,
          })),
      },
      {
        type: 'consent_purpose',
        find: async (tx, term) =>
          (await findPurposes(tx, term)).map(({ purposeKey, state }) => ({
            id: purposeKey,
            name: purposeKey,
            detail: state,
            organizationId: null,
          })),
      },
      {
        type: 'erasure_request',
        find: async (tx, term) => requestHits(await findErasure(tx, term)),
      },
      { type: 'access_request', find: async (tx, term) => requestHits(await findAccess(tx, term)) },
    ],
  },
];
