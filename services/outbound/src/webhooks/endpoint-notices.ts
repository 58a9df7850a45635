import type { WebhookAttemptError, WebhookEndpointResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { closeQueue } from '../deliveries/endpoint-queue.ts';
import type { EndpointDependents } from './endpoint-dependents.ts';
import { endpointTurn } from './endpoint-state.ts';
import { findEndpoint, lockEndpoint, updateEndpoint } from './endpoint-store.ts';
import type { EndpointView } from './endpoint-view.ts';

/** Returns an endpoint as in events; undefined if it is gone. */
export async function endpointData(
  tx: Tx,
  view: EndpointView,
  endpointId: string,
): Promise<WebhookEndpointResource | undefined> {
  const endpoint = await findEndpoint(tx, endpointId);
  return endpoint && (await view(tx, [endpoint]))[0];
}

/**
 * Publishes changes of an endpoint that deliveries detect, in the transaction that records them.
 * The lane is locked.
 */
export function endpointNotices({
  view,
  onDisabled,
  clock,
}: {
  view: EndpointView;
  onDisabled: EndpointDependents['cancelWork'];
  clock: () => number;
}) {
  async function tell(
    tx: Tx,
    type: 'webhook.endpoint_failing' | 'webhook.endpoint_recovered',
    endpointId: string,
    more: Record<string, unknown>,
  ): Promise<void> {
    const webhookEndpoint = await endpointData(tx, view, endpointId);
    if (webhookEndpoint)
      await tx.publish({
        type,
        subject: { type: 'webhook_endpoint', id: endpointId },
        data: { webhookEndpoint, ...more },
      });
  }

  return {
    failing: (tx: Tx, endpointId: string, lastError: WebhookAttemptError | null): Promise<void> =>
      tell(tx, 'webhook.endpoint_failing', endpointId, { lastError }),
    recovered: (tx: Tx, endpointId: string): Promise<void> =>
      tell(tx, 'webhook.endpoint_recovered', endpointId, {}),

    /** Disables an endpoint that is gone or has failed for too long. */
    async autoDisable(
      tx: Tx,
      endpointId: string,
      event: 'failing' | 'gone',
      lastError: WebhookAttemptError | null,
    ): Promise<void> {
      const endpoint = await lockEndpoint(tx, endpointId);
      const turn = endpoint && endpointTurn(endpoint.status, event);
      if (!turn) return;
      const now = new Date(clock());
      const after = {
        ...endpoint,
        status: turn.status,
        statusReason: turn.reason,
        statusChangedAt: now,
        updatedAt: now,
        version: endpoint.version + 1,
      };
      await updateEndpoint(tx, after);
      await closeQueue(tx, endpointId);
      await onDisabled(tx, endpointId, now);
      const [webhookEndpoint] = await view(tx, [after]);
      await tx.publish({
        type: turn.emits,
        subject: { type: 'webhook_endpoint', id: endpointId },
        data: { webhookEndpoint, lastError },
      });
    },
  };
}

export type EndpointNotices = ReturnType<typeof endpointNotices>;
