import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { databaseNow } from '../database-clock.ts';
import { enqueueTokens } from '../ssf/queue.ts';
import type { ReceiverRecord, TokenCopies } from '../ssf/receivers.ts';
import { eventsDelivered } from '../ssf/receiver-view.ts';
import { deleteRemovals, listReceiversWithout, lockReceivers } from '../ssf/receivers.ts';
import { subjectIdentifier, eventTokenClaims } from '../ssf/token-claims.ts';
import type { PersonFacts } from './people.ts';
import type { SecurityEvent } from './security-event.ts';

/** An event to queue for a tenant's receivers. */
export interface FanIn {
  /** Id of the platform event. */
  txn: string;
  event: SecurityEvent;
  person: PersonFacts;
  issuer: string;
  maxHeld: number;
  isWithheld?: boolean;
}

/** Whether a receiver requested this type. */
export const wants = (receiver: ReceiverRecord, { type }: Pick<SecurityEvent, 'type'>): boolean =>
  eventsDelivered(receiver).includes(type);

/** Whether a receiver may learn of a person. */
const covers = (
  { organizationIds }: Pick<ReceiverRecord, 'organizationIds'>,
  person: PersonFacts,
): boolean =>
  organizationIds === null || person.organizationIds.some((id) => organizationIds.includes(id));

/** Returns the token of each receiver: with its own audience and subject format. */
function copiesOf(
  receivers: readonly ReceiverRecord[],
  { txn, event, person, issuer, isWithheld = false }: FanIn,
  { tenantId, issuedAt }: { tenantId: string; issuedAt: Date },
): TokenCopies {
  const { type, userId, data } = event;
  const copies = receivers.map(({ id, audience, subjectFormat }) => {
    const jti = newId('securityEventToken');
    const issue = { issuer, tenantId, audience, issuedAt };
    const subject = subjectIdentifier(subjectFormat, issue, { ...event, email: person.email });
    return {
      receiverId: id,
      jti,
      claims: eventTokenClaims(issue, { jti, txn, type, subject, data }),
    };
  });
  return { txn, eventType: type, rank: 1, subjectId: userId, isWithheld, copies };
}

/** Queues an event for those of these receivers that may learn of it. Returns these. */
export async function fanIn(
  tx: Tx,
  receiverIds: readonly string[],
  what: FanIn,
): Promise<string[]> {
  const [without, issuedAt, locked] = await Promise.all([
    listReceiversWithout(tx, what.event.userId),
    databaseNow(tx),
    lockReceivers(tx, receiverIds),
  ]);
  const learning = locked.filter(
    (receiver) =>
      !without.has(receiver.id) &&
      receiver.status !== 'disabled' &&
      wants(receiver, what.event) &&
      covers(receiver, what.person),
  );
  if (learning.length > 0) {
    const issue = { tenantId: tx.context.tenantId, issuedAt };
    await enqueueTokens(tx, learning, copiesOf(learning, what, issue), what.maxHeld);
  }
  if (what.event.isLast) await deleteRemovals(tx, what.event.userId);
  return learning.map(({ id }) => id);
}
