import { isId, isSubscription } from '@platform/contracts';
import type { webhookOperations } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { found, invalid, problem } from '@platform/kit/problem';
import { listLanes, lockLane } from '../lanes/lanes.ts';
import { findRecovery, insertRecovery, oldestAfterTrim } from './recovery-store.ts';
import type { RecoveryRecord } from './recovery-store.ts';
import { recoveryJobKind, recoveryResource } from './recovery-job.ts';

type RecoveryHandlers = Pick<
  Handlers<typeof webhookOperations>,
  'webhookRecoveryStart' | 'webhookRecoveryGet'
>;

export const recoveryHandlers = ({
  clock,
  eventsRetention,
  jobs,
}: {
  clock: () => number;
  eventsRetention: number;
  jobs: Pick<Jobs, 'enqueue'>;
}): RecoveryHandlers => ({
  async webhookRecoveryStart({ tx, params, body }) {
    const lane = found(
      isId('webhookEndpoint', params.id) ? await lockLane(tx, params.id) : undefined,
    );
    for (const [i, entry] of (body.eventTypes ?? []).entries()) {
      if (!isSubscription(entry))
        throw invalid(
          `/eventTypes/${i}`,
          'unknown_event_type',
          'must be an event type that endpoints can subscribe to',
        );
    }
    const now = clock();
    const recovery: RecoveryRecord = {
      id: newId('webhookRecovery'),
      endpointId: params.id,
      mode: body.mode,
      since: new Date(body.since),
      until: body.until === undefined ? new Date(now) : new Date(body.until),
      eventTypes: body.eventTypes ?? null,
      status: 'PENDING',
      position: 0,
      examined: 0,
      enqueued: 0,
      createdAt: new Date(now),
      completedAt: null,
    };
    if (recovery.since > recovery.until)
      throw invalid('/since', 'invalid_format', 'must not be later than until');
    const oldest = Math.max(now - eventsRetention, (await oldestAfterTrim(tx))?.getTime() ?? 0);
    if (recovery.since.getTime() < oldest)
      throw invalid('/since', 'invalid_format', 'must not be before the oldest stored event');
    if (!lane.enabled)
      throw problem('invalid_state', { detail: 'The endpoint is not enabled; enable it first' });
    await insertRecovery(tx, recovery).catch((error: unknown) => {
      if (brokenUnique(error) === 'webhook_recoveries__open')
        throw problem('conflict', { detail: 'A recovery of this endpoint is in progress' });
      throw error;
    });
    await jobs.enqueue(
      tx,
      recoveryJobKind,
      { recoveryId: recovery.id },
      { dedupeKey: recovery.id },
    );
    return recoveryResource(recovery);
  },

  async webhookRecoveryGet({ tx, params }) {
    const isNamed =
      isId('webhookEndpoint', params.id) &&
      isId('webhookRecovery', params.recoveryId) &&
      (await listLanes(tx, [params.id])).has(params.id);
    return recoveryResource(
      found(isNamed ? await findRecovery(tx, params.id, params.recoveryId) : undefined),
    );
  },
});
