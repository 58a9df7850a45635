import { ssfEventTypes } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import type { Bus, FencedDatabase, ReceivedEvent } from '@platform/kit/bus';
import { isFirstTime, isPurged } from '@platform/kit/database';
import type { Tx, TxContext } from '@platform/kit/database';
import { changeStatus, isAnnounced } from '../ssf/receiver-status.ts';
import type { ReceiverRecord } from '../ssf/receivers.ts';
import {
  deleteRemovals,
  listOpenReceivers,
  listReceiversOfClient,
  lockReceiver,
} from '../ssf/receivers.ts';
import { cancelPurge, releasePurge } from './erased-people.ts';
import { fanIn, wants } from './fan-in.ts';
import type { FindPerson } from './people.ts';
import {
  erasedUserOf,
  erasureEventTypes,
  mappedEventTypes,
  securityEventOf,
} from './security-event.ts';
import type { SecurityEvent } from './security-event.ts';

export interface EventConsumerOptions {
  bus: Pick<Bus, 'consume'>;
  issuerOf: (tenantId: string) => Promise<string>;
  findPerson: FindPerson;
  maxHeld: number;
  /** A queue has grown. */
  onQueued: (tenantId: string, receiverId: string) => void;
  /** Notifies a push receiver, once, that its stream was stopped. */
  announceStop: (tenantId: string, stopped: ReceiverRecord) => void;
}

const purpose = 'ssf';
const needsPerson = ({ organizationIds, subjectFormat }: ReceiverRecord): boolean =>
  organizationIds !== null || subjectFormat === 'email';
const unknownPerson = { email: undefined, organizationIds: [] };

const applicationDeleted = {
  status: 'disabled',
  statusReason: 'the application was deleted',
  statusChangedBy: 'platform',
} as const;

const contextOf = (tenantId: string, { actor }: PlatformEvent): TxContext => ({ tenantId, actor });

/** Feeds the queues of receivers from the bus: one token per receiver, event and type. */
export function consumeSecurityEvents(options: EventConsumerOptions): void {
  const { bus, issuerOf, findPerson, maxHeld, onQueued, announceStop } = options;

  const once = (
    db: FencedDatabase,
    { tenantId, event }: ReceivedEvent,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> =>
    db.transact(contextOf(tenantId, event), async (tx) => {
      if (await isPurged(tx)) return;
      if (await isFirstTime(tx, purpose, event.id)) await work(tx);
    });

  /** Deletes the removals of a person after the last event, which no receiver wants. */
  const forget = (
    db: FencedDatabase,
    { tenantId, event }: ReceivedEvent,
    userId: string,
  ): Promise<void> =>
    db.transact(contextOf(tenantId, event), async (tx) => void (await deleteRemovals(tx, userId)));

  /** Asks siblings before the transaction, and only if a receiver needs the answer. */
  async function queue(
    db: FencedDatabase,
    received: ReceivedEvent,
    event: SecurityEvent,
    isWithheld = false,
  ): Promise<void> {
    const { tenantId } = received;
    const open = await db.read(contextOf(tenantId, received.event), listOpenReceivers);
    const wanting = open.filter((receiver) => wants(receiver, event));
    if (wanting.length === 0) {
      if (event.isLast) await forget(db, received, event.userId);
      return;
    }
    const issuer = await issuerOf(tenantId);
    const found = wanting.some(needsPerson)
      ? await findPerson(tenantId, event.userId)
      : unknownPerson;
    const { organizationIds = found.organizationIds } = event;
    const person = { ...found, organizationIds };
    const ids = wanting.map(({ id }) => id);
    const what = { txn: received.event.id, event, person, issuer, maxHeld, isWithheld };
    await once(db, received, async (tx) => {
      const queued = await fanIn(tx, ids, what);
      tx.afterCommit(() => queued.forEach((id) => onQueued(tenantId, id)));
    });
  }

  bus.consume(purpose, mappedEventTypes, async (received, db) => {
    const event = securityEventOf(received.event);
    if (event) await queue(db, received, event);
  });

  // The directory forgets the person before the erasure completes, so tokens are created while it
  // still knows them.
  bus.consume(`${purpose}-erasures`, erasureEventTypes, async (received, db) => {
    const userId = erasedUserOf(received.event);
    const { tenantId, event } = received;
    if (event.type === 'erasure.subject_deactivated') {
      const purged = { type: ssfEventTypes.accountPurged, data: {} };
      if (userId !== undefined) await queue(db, received, { ...purged, userId }, true);
      return;
    }
    await once(db, received, async (tx) => {
      if (userId === undefined) return;
      if (event.type === 'erasure.cancelled') return cancelPurge(tx, userId);
      const released = await releasePurge(tx, userId);
      tx.afterCommit(() => released.forEach((id) => onQueued(tenantId, id)));
    });
  });

  bus.consume(`${purpose}-clients`, ['client.deleted'], async (received, db) => {
    const { tenantId, event } = received;
    const clientId = event.subject.id;
    const owned = await db.read(contextOf(tenantId, event), (tx) =>
      listReceiversOfClient(tx, clientId),
    );
    if (owned.length === 0) return;
    const issuer = await issuerOf(tenantId);
    await once(db, received, async (tx) => {
      for (const { id } of owned) {
        const receiver = await lockReceiver(tx, id);
        if (!receiver) continue;
        const disabled = await changeStatus(tx, receiver, applicationDeleted, issuer);
        if (isAnnounced(receiver, disabled)) tx.afterCommit(() => announceStop(tenantId, disabled));
      }
    });
  });
}
