import { isId, partitionOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';
import type { Channel } from './ingested.ts';

/** Twice and more what the kit lets through: only a foreign hand writes such. */
const maxBytes = 256 * 1024;
const maxName = 255;

/** A fact as it came over the bus, readable. */
export interface Fact { tenantId: string; event: PlatformEvent }

const isName = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= maxName && !value.includes('\0');
const isWhole = ({ id, type, actor, subject, organizationId, data }: Partial<PlatformEvent>): boolean =>
  isName(id) && isName(type) && isName(actor?.type) && isName(actor?.id) && isName(subject?.type) && isName(subject?.id)
  && (organizationId === null || isName(organizationId)) && typeof data === 'object' && data !== null;

/** Reads a message of this channel; says in a word why it can never be stored. */
export function readFact(message: JsMsg, channel: Channel): Fact | 'over_size' | 'unreadable' | 'misplaced' {
  if (message.data.length > maxBytes) return 'over_size';
  const received = readMessage(message);
  if (!received || !isId('tenant', received.tenantId) || !isWhole(received.event)) return 'unreadable';
  const { tenantId, event } = received;
  // the subject is what permissions on the bus are about
  const placed = message.subject.startsWith(`${channel}.${partitionOf(tenantId)}.${tenantId}.`);
  return placed ? { tenantId, event } : 'misplaced';
}
