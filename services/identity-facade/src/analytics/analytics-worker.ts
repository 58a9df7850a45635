import { allPartitions } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import { countLogins } from './login-counting.ts';
import { loginEventOf } from './login-event.ts';

const types = ['user.signed_in', 'user.sign_in_failed'];
const batchSize = 500;
const batchMs = 1_000;
const actor = { type: 'system', id: 'identity-facade' } as const;

/** The third word of a subject. */
const tenantOf = ({ subject }: JsMsg): string => subject.split('.')[2] as string;

/** Counts sign-ins from the bus, in batches of one tenant. */
export function analyticsWorker(
  { bus, log }: Pick<Platform, 'bus' | 'log'>,
  { clock, waitMs = batchMs }: { clock: () => number; waitMs?: number },
): Worker {
  let end: () => Promise<void> = async () => undefined;
  return {
    start() {
      end = bus.consumeBatches({
        name: 'login-analytics',
        stream: 'EVENTS',
        partitions: allPartitions.map((partition) => ({
          name: partition,
          filters: types.map((type) => `events.${partition}.*.${type}`),
        })),
        maxMessages: batchSize,
        maxWaitMs: waitMs,
        maxInHand: 4 * batchSize,
        orderingKeyOf: tenantOf,
        async apply(messages, db) {
          const received = messages.flatMap((message) => readMessage(message) ?? []);
          if (received.length < messages.length)
            log.error({ subject: messages[0]?.subject }, 'a sign-in event cannot be read');
          const [first] = received;
          if (!first) return;
          const events = received.map(({ event }) => loginEventOf(event, clock()));
          await db.transact({ tenantId: first.tenantId, actor }, (tx) => countLogins(tx, events));
        },
      });
    },
    stop: () => end(),
  };
}
