import type { WebhookBlockResource } from '@platform/contracts';
import type { LaneRecord, TenantPause } from './lane-record.ts';

/** Why nothing can be sent. Times in epoch milliseconds; null where nobody knows when it ends. */
export interface Block {
  reason: WebhookBlockResource['reason'];
  until: number | null;
}

const reasonOf: Record<TenantPause, Block['reason']> = {
  suspended: 'tenant_suspended',
  unentitled: 'not_entitled',
};

/** Of a trial that is under way nobody knows how it ends, unless it is bound in time. */
function circuitBlock(
  { circuit, circuitUntil }: LaneRecord['health'],
  now: number,
): Block | undefined {
  const isPast = (circuitUntil ?? 0) <= now;
  if (circuit === 'closed' || (circuit === 'open' && isPast)) return undefined;
  return { reason: 'circuit_open', until: isPast ? null : circuitUntil };
}

const timedBlock = (
  reason: Block['reason'],
  until: number | null,
  now: number,
): Block | undefined => (until !== null && until > now ? { reason, until } : undefined);

/** What keeps all deliveries of a lane from being sent now. */
export function laneBlocks(lane: LaneRecord, now: number): Block[] {
  const lasting: Block[] = lane.tenantPauses.map((pause) => ({
    reason: reasonOf[pause],
    until: null,
  }));
  if (!lane.enabled) lasting.unshift({ reason: 'endpoint_disabled', until: null });
  const passing = [
    circuitBlock(lane.health, now),
    timedBlock('retry_after', lane.health.pausedUntil, now),
    timedBlock('rate_limit', lane.pacedUntil, now),
  ];
  return [...lasting, ...passing.filter((block) => block !== undefined)];
}

/** A block as the API answers it. */
export const blockResource = ({ reason, until }: Block): WebhookBlockResource => ({
  reason,
  until: until === null ? null : new Date(until).toISOString(),
});
