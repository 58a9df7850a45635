import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { databaseNow } from '../database-clock.ts';
import { enqueueToken } from '../ssf/queue.ts';
import type { ReceiverRecord } from '../ssf/receiver-record.ts';
import { eventsDelivered } from '../ssf/receiver-view.ts';
import { deleteRemovals, listReceiversWithout, lockReceiver } from '../ssf/receivers.ts';
import { subjectIdentifier, eventTokenClaims } from '../ssf/token-claims.ts';
import type { NewToken } from '../ssf/token-record.ts';
import type { PersonFacts } from './people.ts';
import type { SecurityEvent } from './security-event.ts';

/** An event on its way into the queues of a tenant. */
export interface FanIn {
  /** Id of the platform event. */
  txn: string;
  event: SecurityEvent;
  person: PersonFacts;
  issuer: string;
  maxHeld: number;
  isWithheld?: boolean;
}

/** Whether a receiver asked for this type. */
export const wants = (receiver: ReceiverRecord, { type }: Pick<SecurityEvent, 'type'>): boolean =>
  eventsDelivered(receiver).includes(type);

/** Whether a receiver may learn of a person. */
const covers = (
  { organizationIds }: Pick<ReceiverRecord, 'organizationIds'>,
  person: PersonFacts,
): boolean =>
  organizationIds === null || person.organizationIds.some((id) => organizationIds.includes(id));

function tokenFor(
  { audience, subjectFormat }: ReceiverRecord,
  { txn, event, person, issuer, isWithheld = false }: FanIn,
  { tenantId, issuedAt }: { tenantId: string; issuedAt: Date },
): NewToken {
  const jti = newId('securityEventToken');
  const issue = { issuer, tenantId, audience, issuedAt };
  const subject = subjectIdentifier(subjectFormat, issue, { ...event, email: person.email });
  return {
    jti,
    txn,
    eventType: event.type,
    rank: 1,
    subjectId: event.userId,
    claims: eventTokenClaims(issue, { jti, txn, type: event.type, subject, data: event.data }),
    isWithheld,
  };
}

/** Puts an event into the queue of each of these receivers that may learn of it. Returns to which it went. */
export async function fanIn(
  tx: Tx,
  receiverIds: readonly string[],
  what: FanIn,
): Promise<string[]> {
  const queued: string[] = [];
  const [without, issuedAt] = await Promise.all([
    listReceiversWithout(tx, what.event.userId),
    databaseNow(tx),
  ]);
  const issue = { tenantId: tx.context.tenantId, issuedAt };
  for (const id of receiverIds.filter((one) => !without.has(one))) {
    const receiver = await lockReceiver(tx, id);
    const isOpen = receiver && receiver.status !== 'disabled' && wants(receiver, what.event);
    if (!isOpen || !covers(receiver, what.person)) continue;
    await enqueueToken(tx, receiver, tokenFor(receiver, what, issue), what.maxHeld);
    queued.push(id);
  }
  if (what.event.isLast) await deleteRemovals(tx, what.event.userId);
  return queued;
}
