import type { WebhookRecoveryResource } from '@platform/contracts';
import { matchesType } from '@platform/contracts';
import type { NewEvent } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { Logger } from '@platform/kit/log';
import { oweEvents } from '../deliveries/delivery-creation.ts';
import { laneGate } from '../deliveries/endpoint-queue.ts';
import { findSubscription, isDelivered, isOwed } from '../deliveries/subscription.ts';
import { endpointData } from '../webhooks/endpoint-notices.ts';
import type { EndpointView } from '../webhooks/endpoint-view.ts';
import {
  advanceRecovery,
  claimRecoveries,
  failRecovery,
  findOpenRecovery,
  listKeptEvents,
  lockRecovery,
  requeuePage,
} from './recovery-store.ts';
import type { KeptEvent, RecoveryPage, RecoveryRecord } from './recovery-store.ts';

/** What {@link recoveryWorker} needs. */
export interface RecoveryOptions {
  db: Pick<Database, 'transact' | 'work'>;
  view: EndpointView;
  publish: (tx: Tx, event: NewEvent) => Promise<unknown>;
  deliveredTypes: ReadonlySet<string>;
  deliveryMaxAge: number;
  clock: () => number;
  log: Logger;
  onOwed: (tenantId: string) => void;
  pageSize?: number;
  leaseMs?: number;
}

const atOnce = 4;
const maxFailures = 5;

/** A recovery as the API answers it. */
export const recoveryResource = ({
  endpointId: _endpointId,
  position: _position,
  since,
  until,
  createdAt,
  completedAt,
  ...r
}: RecoveryRecord): WebhookRecoveryResource => ({
  ...r,
  since: since.toISOString(),
  until: until.toISOString(),
  createdAt: createdAt.toISOString(),
  completedAt: completedAt?.toISOString() ?? null,
});

/** Works recoveries page by page, each with its position in one transaction: a crash resumes there. */
export function recoveryWorker({
  db,
  view,
  publish,
  deliveredTypes,
  deliveryMaxAge,
  clock,
  log,
  onOwed,
  pageSize = 500,
  leaseMs = 60_000,
}: RecoveryOptions) {
  const contextOf = (tenantId: string) =>
    ({ tenantId, actor: { type: 'system', id: 'outbound' } }) as const;

  async function failedPage(tx: Tx, recovery: RecoveryRecord): Promise<RecoveryPage> {
    const now = clock();
    const expiresAt = now + deliveryMaxAge;
    const { openSince, ...page } = await requeuePage(tx, recovery, {
      now,
      expiresAt,
      limit: pageSize,
    });
    if (openSince !== null)
      await laneGate.wake(tx, [recovery.endpointId], { now, openSince, expiresAt });
    return page;
  }

  const isWanted = ({ type }: KeptEvent, { eventTypes }: RecoveryRecord): boolean =>
    isDelivered(type, deliveredTypes) &&
    (eventTypes === null || eventTypes.some((entry) => matchesType(entry, type)));

  async function missingPage(tx: Tx, recovery: RecoveryRecord): Promise<RecoveryPage> {
    const events = await listKeptEvents(tx, recovery, pageSize);
    const subscription = await findSubscription(tx, recovery.endpointId);
    const owed = events.filter(
      (e) =>
        isWanted(e, recovery) &&
        subscription &&
        isOwed(
          {
            type: e.type,
            organizationId: e.organizationId,
            subject: { type: '', id: e.subjectId },
          },
          subscription,
        ),
    );
    const enqueued = await oweEvents(
      tx,
      owed.map((e) => ({
        id: newId('webhookDelivery'),
        endpointId: recovery.endpointId,
        eventId: e.id,
        eventIngestedAt: e.ingestedAt.toISOString(),
        eventSeq: e.seq,
        eventType: e.type,
      })),
      { trigger: 'recovery', now: clock(), deliveryMaxAge },
    );
    return {
      examined: events.length,
      enqueued,
      position: events.at(-1)?.seq ?? recovery.position,
      isLast: events.length < pageSize,
    };
  }

  /** One page; answers whether there is more. The lane is locked first, as everywhere. */
  const workPage = (tenantId: string, id: string): Promise<boolean> =>
    db.transact(contextOf(tenantId), async (tx) => {
      const open = await findOpenRecovery(tx, id);
      const lane = open && (await laneGate.lock(tx, open.endpointId));
      const recovery = lane?.enabled ? await lockRecovery(tx, id) : undefined;
      if (!recovery || !['PENDING', 'RUNNING'].includes(recovery.status)) return false;
      const page = await (recovery.mode === 'failed' ? failedPage : missingPage)(tx, recovery);
      const after = await advanceRecovery(tx, id, page, { now: clock(), leaseMs });
      tx.afterCommit(() => onOwed(tenantId));
      if (!page.isLast || !after) return true;
      const webhookEndpoint = await endpointData(tx, view, recovery.endpointId);
      if (webhookEndpoint) {
        await publish(tx, {
          type: 'webhook.recovery_completed',
          subject: { type: 'webhook_endpoint', id: recovery.endpointId },
          data: { webhookEndpoint, recovery: recoveryResource(after) },
        });
      }
      return false;
    });

  async function work(tenantId: string, id: string, isStopping: () => boolean): Promise<void> {
    try {
      while (!isStopping() && (await workPage(tenantId, id)));
    } catch (error) {
      log.warn({ err: error, recoveryId: id }, 'a recovery could not go on; it is tried again');
      await db.transact(contextOf(tenantId), (tx) => failRecovery(tx, id, maxFailures, clock()));
    }
  }

  /** Takes free recoveries until there is none. */
  return async function workRecoveries(isStopping: () => boolean = () => false): Promise<void> {
    for (let taken = atOnce; taken === atOnce && !isStopping();) {
      const claimed = await db.work((tx) => claimRecoveries(tx, atOnce, leaseMs));
      await Promise.all(claimed.map(({ tenantId, id }) => work(tenantId, id, isStopping)));
      taken = claimed.length;
    }
  };
}
