import type { WebhookRecoveryResource } from '@platform/contracts';
import { z } from 'zod';
import { matchesType } from '@platform/contracts';
import type { NewEvent } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import { oweEvents } from '../deliveries/delivery-creation.ts';
import { laneGate } from '../deliveries/lane-gate.ts';
import { findSubscription, isDelivered, isOwed } from '../deliveries/subscription.ts';
import { endpointData } from '../webhooks/endpoint-notices.ts';
import type { EndpointView } from '../webhooks/endpoint-view.ts';
import {
  advanceRecovery,
  endRecovery,
  findOpenRecovery,
  listKeptEvents,
  lockRecovery,
  requeuePage,
} from './recovery-store.ts';
import type { KeptEvent, RecoveryPage, RecoveryRecord } from './recovery-store.ts';

/** What the job of a recovery is given. */
interface RecoveryPayload {
  recoveryId: string;
}

/** A job works each recovery; the recovery's id is its dedupe key. */
export const recoveryJobKind = jobKind<RecoveryPayload>({
  name: 'webhook_recovery',
  payload: z.object({ recoveryId: z.string() }),
  perTenant: 4,
  // Pages in a row that failed.
  resetAttemptsOnCheckpoint: true,
});

/** What {@link recoveryJob} needs. */
export interface RecoveryOptions {
  view: EndpointView;
  publish: (tx: Tx, event: NewEvent) => Promise<unknown>;
  deliveredTypes: ReadonlySet<string>;
  deliveryMaxAge: number;
  clock: () => number;
  onOwed: (tenantId: string) => void;
  pageSize?: number;
}

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
export function recoveryJob({
  view,
  publish,
  deliveredTypes,
  deliveryMaxAge,
  clock,
  onOwed,
  pageSize = 500,
}: RecoveryOptions): JobMount {
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
  const workPage = (job: ActiveJob<RecoveryPayload>, id: string): Promise<boolean> =>
    job.transact(async (tx) => {
      const open = await findOpenRecovery(tx, id);
      const lane = open && (await laneGate.lock(tx, open.endpointId));
      const recovery = lane?.enabled ? await lockRecovery(tx, id) : undefined;
      if (!recovery || !['PENDING', 'RUNNING'].includes(recovery.status)) return false;
      const page = await (recovery.mode === 'failed' ? failedPage : missingPage)(tx, recovery);
      const after = await advanceRecovery(tx, id, page, clock());
      const { examined, enqueued } = after ?? recovery;
      await job.checkpoint(tx, { position: page.position }, { examined, enqueued });
      tx.afterCommit(() => onOwed(job.tenantId));
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

  return handleJob(recoveryJobKind, {
    async run(job) {
      while (!job.signal.aborted && (await workPage(job, job.payload.recoveryId)));
    },
    async onEnded(tx, { payload, state }) {
      const status = state === 'FAILED' ? 'FAILED' : 'CANCELLED';
      await endRecovery(tx, payload.recoveryId, status, new Date(clock()));
    },
  });
}
