import { Event, isId, maxEventIdLength, partitionOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';
import type { Channel } from './ingested.ts';

/** Twice and more what the kit lets through: only a foreign hand writes such. */
const maxBytes = 256 * 1024;

/** A fact as it came over the bus, readable. */
export interface Fact {
  tenantId: string;
  event: PlatformEvent;
}

const isName = (value: string | null): boolean =>
  value === null || (value.length > 0 && value.length <= maxEventIdLength && !value.includes('\0'));
/** What is stored must be readable for ever after: the shape is that of the answers. */
const isWhole = (event: PlatformEvent): boolean =>
  Event.safeParse(event).success &&
  [event.id, event.type, event.actor.id, event.subject.id, event.organizationId].every(isName);

/** Reads a message of this channel; says in a word why it can never be stored. */
export function readFact(
  message: JsMsg,
  channel: Channel,
): Fact | 'over_size' | 'unreadable' | 'misplaced' {
  if (message.data.length > maxBytes) return 'over_size';
  const received = readMessage(message);
  if (!received || !isId('tenant', received.tenantId) || !isWhole(received.event))
    return 'unreadable';
  const { tenantId, event } = received;
  // the subject is what permissions on the bus are about
  const placed = message.subject.startsWith(`${channel}.${partitionOf(tenantId)}.${tenantId}.`);
  return placed ? { tenantId, event } : 'misplaced';
}
