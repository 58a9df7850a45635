import type { WebhookRecoveryResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import { z } from 'zod';
import { lockLane } from '../lanes/lanes.ts';
import { endpointData } from '../webhooks/endpoint-notices.ts';
import type { EndpointView } from '../webhooks/endpoint-view.ts';
import { failedPage, missingPage } from './recovery-pages.ts';
import type { RecoveryPageOptions } from './recovery-pages.ts';
import {
  advanceRecovery,
  endRecovery,
  findOpenRecovery,
  lockOpenRecovery,
} from './recovery-store.ts';
import type { RecoveryRecord } from './recovery-store.ts';

interface RecoveryPayload {
  recoveryId: string;
}

/** The job of a recovery, whose id is the dedupe key. */
export const recoveryJobKind = jobKind<RecoveryPayload>({
  name: 'webhook_recovery',
  payload: z.object({ recoveryId: z.string() }),
  perTenant: 4,
  // Counts consecutive failed pages.
  resetAttemptsOnCheckpoint: true,
});

export interface RecoveryOptions extends Omit<RecoveryPageOptions, 'pageSize'> {
  view: EndpointView;
  onDeliveriesDue: (tenantId: string) => void;
  pageSize?: number;
}

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

async function publishCompleted(
  tx: Tx,
  view: EndpointView,
  recovery: RecoveryRecord,
): Promise<void> {
  const webhookEndpoint = await endpointData(tx, view, recovery.endpointId);
  if (!webhookEndpoint) return;
  await tx.publish({
    type: 'webhook.recovery_completed',
    subject: { type: 'webhook_endpoint', id: recovery.endpointId },
    data: { webhookEndpoint, recovery: recoveryResource(recovery) },
  });
}

/** Works recoveries page by page; each page commits with its position, where a crash resumes. */
export function recoveryJob(options: RecoveryOptions): JobMount {
  const { view, clock, onDeliveriesDue, pageSize = 500 } = options;

  /** Works one page. Returns whether there is more. Locks the lane first, as everywhere. */
  const workPage = (job: ActiveJob<RecoveryPayload>, id: string): Promise<boolean> =>
    job.transact(async (tx) => {
      const open = await findOpenRecovery(tx, id);
      const lane = open && (await lockLane(tx, open.endpointId));
      const recovery = lane?.enabled ? await lockOpenRecovery(tx, id) : undefined;
      if (!recovery) return false;
      const takePage = recovery.mode === 'failed' ? failedPage : missingPage;
      const page = await takePage(tx, recovery, { ...options, pageSize });
      const after = await advanceRecovery(tx, id, page, clock());
      const { examined, enqueued } = after ?? recovery;
      await job.checkpoint(tx, { position: page.position }, { examined, enqueued });
      tx.afterCommit(() => onDeliveriesDue(job.tenantId));
      if (!page.isLast || !after) return true;
      await publishCompleted(tx, view, after);
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
