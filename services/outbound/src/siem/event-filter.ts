import { matchesType } from '@platform/contracts';
import type { PlatformEvent, SinkFilterRules } from '@platform/contracts';
import { eventFacts } from './event-facts.ts';

const ranks = { low: 0, medium: 1, high: 2 };

/** Whether a sink gets this event. Channels are selected before, because they are separate logs. */
export function passesFilter(
  { eventTypes, organizationIds, outcomes, minSeverity }: SinkFilterRules,
  event: PlatformEvent,
): boolean {
  if (event.type.endsWith('.test')) return false;
  if (!eventTypes.some((entry) => matchesType(entry, event.type))) return false;
  const { organizationId } = event;
  if (organizationIds && (organizationId === null || !organizationIds.includes(organizationId)))
    return false;
  const { severity, outcome } = eventFacts(event);
  if (ranks[severity] < ranks[minSeverity]) return false;
  const isAudit = event.type === 'audit.recorded';
  return !outcomes || !isAudit || outcome === undefined || outcomes.includes(outcome);
}
