import { defaultTenantId } from '@platform/contracts';
import type { DeadLetterMessage } from '@platform/protos';
import type { Bus } from './bus.ts';
import type { Database } from '../database/database.ts';
import { serveRpc } from '../grpc/grpc.ts';
import type { RpcCall, RpcMount } from '../grpc/grpc.ts';
import { invalid } from '../problem/problem.ts';
import { deadLetterStream } from './dead-letter-stream.ts';
import type { DeadLetter } from './dead-letter-stream.ts';

const operators = ['platform-operator'];
const text = new TextDecoder();
const reasonForm = /^[a-z_]{1,64}$/;

/** A reason becomes part of a subject, where a wildcard would match other reasons. */
function reasonIn(reason: string): string | undefined {
  if (reason !== '' && !reasonForm.test(reason))
    throw invalid('/reason', 'invalid_format', 'must have 1 to 64 lower-case letters and _');
  return reason || undefined;
}

/**
 * Serves `platform.deadletters.v1.DeadLetters`: the messages that this service could not process,
 * for operators.
 */
export function deadLettersRpc({
  db,
  bus,
}: {
  db: Database;
  bus: Pick<Bus, 'service' | 'jetstream'>;
}): RpcMount {
  const letters = deadLetterStream(bus.jetstream, bus.service);

  const listed = ({ data: _data, createdAt, ...letter }: DeadLetter): DeadLetterMessage => ({
    ...letter,
    service: bus.service,
    createdAt: createdAt.toISOString(),
  });
  const whole = (letter: DeadLetter): DeadLetterMessage => ({
    ...listed(letter),
    body: text.decode(letter.data),
  });

  /** Audits to the log of the message's tenant, or of the platform if it names none. */
  const record = ({ id, tenantId, reason }: DeadLetter, { actor, requestId }: RpcCall) =>
    db.transact({ tenantId: tenantId || defaultTenantId, actor, requestId }, (tx) =>
      tx.audit({
        subject: { type: 'dead_letter', id: String(id) },
        data: {
          operationId: 'deadLetterReplay',
          outcome: 'success',
          status: 200,
          requestId,
          details: { service: bus.service, reason },
        },
      }),
    );

  return serveRpc(
    'platform.deadletters.v1.DeadLetters',
    {
      async List({ reason, limit, after }) {
        const size = Math.min(Math.max(limit || 50, 1), 200);
        const filter = { reason: reasonIn(reason), after, limit: size + 1 };
        const found = await letters.list(filter);
        const page = found.slice(0, size);
        const nextAfter = found.length > page.length ? (page.at(-1)?.id ?? 0) : 0;
        return { deadLetters: page.map(listed), nextAfter };
      },
      Get: async ({ id }) => whole(await letters.get(id)),
      async Replay({ id }, call) {
        const letter = await letters.get(id);
        // Removed last: after a crash in between, the operator finds it again, and a repeat is
        // harmless.
        await letters.publish(letter);
        await record(letter, call);
        await letters.remove(id);
        return listed(letter);
      },
    },
    { List: operators, Get: operators, Replay: operators },
  );
}
