import { allPartitions } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg, ReceivedEvent } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Platform, Worker } from '@platform/kit/service';
import { joinByDomain } from '../provisioning/domain-enrollment.ts';
import { lockUser } from '../users/users.ts';
import { listUnenrolled, writeLastSignIns } from './sign-in-store.ts';
import type { SignIn } from './sign-in-store.ts';

const type = 'user.signed_in';
const batchSize = 500;
const batchMs = 1_000;
const actor = { type: 'system', id: 'directory' } as const;

/** The third word of a subject. */
const tenantOf = ({ subject }: JsMsg): string => subject.split('.')[2] as string;

/** The latest sign-in of each user. */
function latestOf(received: readonly ReceivedEvent[]): SignIn[] {
  const latest = new Map<string, SignIn>();
  for (const { event } of received) {
    const signIn = { userId: event.subject.id, at: new Date(event.occurredAt) };
    const known = latest.get(signIn.userId);
    if (!known || known.at < signIn.at) latest.set(signIn.userId, signIn);
  }
  return [...latest.values()];
}

/** What sign-ins of one tenant mean here: when users were last seen, and that those at an `auto_join` domain become members. */
async function applySignIns(
  db: Pick<Database, 'transact'>,
  tenantId: string,
  signIns: readonly SignIn[],
): Promise<void> {
  const context = { tenantId, actor };
  const unenrolled = await db.transact(context, async (tx) => {
    await writeLastSignIns(tx, signIns);
    const userIds = signIns.map(({ userId }) => userId);
    return listUnenrolled(tx, userIds);
  });
  // One transaction each: nobody waits for the locks of a whole batch.
  for (const userId of unenrolled)
    await db.transact(context, async (tx) => {
      const user = await lockUser(tx, userId);
      if (user?.status === 'active') await joinByDomain(tx, user);
    });
}

/** Follows the sign-ins that the hub publishes, in batches of one tenant. */
export function signInWorker({ bus, log }: Pick<Platform, 'bus' | 'log'>): Worker {
  let end: () => Promise<void> = async () => undefined;
  return {
    start() {
      end = bus.consumeBatches({
        name: 'sign-ins',
        stream: 'EVENTS',
        partitions: allPartitions.map((partition) => ({
          name: partition,
          filters: [`events.${partition}.*.${type}`],
        })),
        maxMessages: batchSize,
        maxWaitMs: batchMs,
        maxInHand: 4 * batchSize,
        orderingKeyOf: tenantOf,
        async apply(messages, db) {
          const received = messages.flatMap((message) => readMessage(message) ?? []);
          if (received.length < messages.length)
            log.error({ subject: messages[0]?.subject }, 'a sign-in event cannot be read');
          const [first] = received;
          if (first) await applySignIns(db, first.tenantId, latestOf(received));
        },
      });
    },
    stop: () => end(),
  };
}
