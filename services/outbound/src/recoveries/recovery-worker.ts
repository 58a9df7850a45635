import type { WebhookRecoveryResource } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import { lockLane } from '../lanes/lanes.ts';
import { endpointData } from '../webhooks/endpoint-notices.ts';
import type { EndpointView } from '../webhooks/endpoint-view.ts';
import { failedPage, missingPage } from './recovery-pages.ts';
import type { PageOptions } from './recovery-pages.ts';
import {
  advanceRecovery,
  claimRecoveries,
  failRecovery,
  findOpenRecovery,
  lockRecovery,
} from './recovery-store.ts';
import type { RecoveryRecord } from './recovery-store.ts';

/** What {@link recoveryWorker} needs. */
export interface RecoveryOptions extends Omit<PageOptions, 'pageSize'> {
  db: Pick<Database, 'transact' | 'work'>;
  view: EndpointView;
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

/** Works recoveries page by page, each with its position in one transaction: a crash resumes there. */
export function recoveryWorker(options: RecoveryOptions) {
  const { db, view, clock, log, onOwed, pageSize = 500, leaseMs = 60_000 } = options;
  const contextOf = (tenantId: string) =>
    ({ tenantId, actor: { type: 'system', id: 'outbound' } }) as const;

  /** One page; answers whether there is more. The lane is locked first, as everywhere. */
  const workPage = (tenantId: string, id: string): Promise<boolean> =>
    db.transact(contextOf(tenantId), async (tx) => {
      const open = await findOpenRecovery(tx, id);
      const lane = open && (await lockLane(tx, open.endpointId));
      const recovery = lane?.enabled ? await lockRecovery(tx, id) : undefined;
      if (!recovery || !['PENDING', 'RUNNING'].includes(recovery.status)) return false;
      const takePage = recovery.mode === 'failed' ? failedPage : missingPage;
      const page = await takePage(tx, recovery, { ...options, pageSize });
      const after = await advanceRecovery(tx, id, page, { now: clock(), leaseMs });
      tx.afterCommit(() => onOwed(tenantId));
      if (!page.isLast || !after) return true;
      await publishCompleted(tx, view, after);
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
