import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@platform/kit/bus';
import { eraseFromStreams } from '@platform/data-lifecycle/data-subject';
import type { Database } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { recordedAmong } from '../audit-log/audit-erasure.ts';
import type { ErasureSubject } from '../erasure/erasure-peers.ts';

const actor = { type: 'system', id: 'erasure' } as const;
/**
 * The log takes records within seconds. A record that is still missing after this time was
 * dead-lettered, and expires with the stream.
 */
const patienceMs = 600_000;
const maxSweeps = 10;
const pauseMs = 200;

/**
 * Erases a person from the streams, after every service has erased them from its outbox. Returns
 * the number of deleted messages.
 * @throws 503 while the bus is unavailable, or audit records about the person are still on their
 * way into the log
 */
export const eraseMessages = ({
  bus,
  db,
}: {
  bus: Pick<Bus, 'jetstream' | 'isConnected'>;
  db: Pick<Database, 'read'>;
}) => {
  async function sweep({ tenantId, request, identifiers }: ErasureSubject) {
    const js = bus.isConnected() ? bus.jetstream() : undefined;
    if (!js) throw problem('upstream_unavailable', { detail: 'NATS is unavailable.' });
    return eraseFromStreams(js, {
      tenantId,
      personId: request.userId ?? '',
      identifiers,
      recordedAmong: (ids) =>
        db.read({ tenantId, actor, requestId: request.id }, (tx) => recordedAmong(tx, ids)),
    });
  }

  return async (subject: ErasureSubject): Promise<number> => {
    let total = 0;
    for (let attempt = 1; ; attempt += 1) {
      const { deleted, waitingSince } = await sweep(subject);
      total += deleted;
      if (!waitingSince || Date.now() - waitingSince.getTime() > patienceMs) return total;
      if (attempt === maxSweeps)
        throw problem('upstream_unavailable', {
          detail: 'Audit records about the data subject are still being written.',
        });
      await pause(pauseMs);
    }
  };
};
