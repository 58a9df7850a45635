import type { WebhookBlockResource } from '@platform/contracts';
import type { LaneRecord, TenantPause } from './lane-record.ts';

/** A reason why nothing can be sent. Times in epoch milliseconds; null if the end is unknown. */
export interface Block {
  reason: WebhookBlockResource['reason'];
  until: number | null;
}

const reasonOf: Record<TenantPause, Block['reason']> = {
  suspended: 'tenant_suspended',
  unentitled: 'not_entitled',
};

/** The end of a trial in flight is unknown, unless it has a time limit. */
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

/** Returns the blocks of all deliveries of a lane. */
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

export const blockResource = ({ reason, until }: Block): WebhookBlockResource => ({
  reason,
  until: until === null ? null : new Date(until).toISOString(),
});
