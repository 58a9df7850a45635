import { Event, isId, maxEventIdLength, partitionOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';
import type { Channel } from './ingested.ts';

/** More than twice what the kit allows: only a foreign publisher exceeds it. */
const maxBytes = 256 * 1024;

/** A parsed message. */
export interface Fact {
  tenantId: string;
  event: PlatformEvent;
}

const isName = (value: string | null): boolean =>
  value === null || (value.length > 0 && value.length <= maxEventIdLength && !value.includes('\0'));
/** Stored events must stay readable forever, so they must have the shape of responses. */
const isWhole = (event: PlatformEvent): boolean =>
  Event.safeParse(event).success &&
  [event.id, event.type, event.actor.id, event.subject.id, event.organizationId].every(isName);

/** Parses a message of this channel. Returns the reason if it can never be stored. */
export function readFact(
  message: JsMsg,
  channel: Channel,
): Fact | 'over_size' | 'unreadable' | 'misplaced' {
  if (message.data.length > maxBytes) return 'over_size';
  const received = readMessage(message);
  if (!received || !isId('tenant', received.tenantId) || !isWhole(received.event))
    return 'unreadable';
  const { tenantId, event } = received;
  // Permissions on the bus apply to the subject.
  const placed = message.subject.startsWith(`${channel}.${partitionOf(tenantId)}.${tenantId}.`);
  return placed ? { tenantId, event } : 'misplaced';
}
