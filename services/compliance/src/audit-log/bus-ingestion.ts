import { allPartitions } from '@platform/contracts';
import type { AuditRecordInput } from '@platform/contracts';
import { deadLetter } from '@platform/kit/bus';
import type { FencedDatabase, JsMsg } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import { appendRecords } from './record-append.ts';
import type { AppendOptions, AppendOutcome } from './record-append.ts';
import { recordIn } from './record-input.ts';

const batchSize = 500;
const batchMs = 25;
const maxInHand = 2_000;
const ingestedBy = 'bus';
const actor = { type: 'system', id: 'audit-log' } as const;

/** The third word of a subject. */
const tenantOf = ({ subject }: JsMsg): string => subject.split('.')[2] as string;

/** Whether the database will never take what it was given (SQLSTATE class 22). */
const isDataAtFault = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith('22') ?? false;

/** A record with the message that brought it. */
interface Received {
  message: JsMsg;
  record: AuditRecordInput;
}

/** Feeds the audit log from the bus: each partition is applied by one pod, each tenant in the order of the stream. */
export function busIngestion(
  { bus, log, metrics }: Pick<Platform, 'bus' | 'log' | 'metrics'>,
  options: AppendOptions,
): Worker {
  const counted = metrics.counter('platform_audit_records_total');

  async function discard(message: JsMsg, reason: string): Promise<void> {
    const js = bus.jetstream();
    if (!js) throw new Error('the bus is away');
    log.error(
      { subject: message.subject, seq: message.seq, reason },
      'an audit record was moved to the dead letters',
    );
    await deadLetter(js, { service: 'compliance', metrics }, message, reason);
    counted.inc({ outcome: 'dead_letter' });
  }

  const append = (
    db: FencedDatabase,
    tenantId: string,
    records: readonly AuditRecordInput[],
  ): Promise<AppendOutcome[]> =>
    db.transact({ tenantId, actor }, (tx) => appendRecords(tx, records, ingestedBy, options));

  /** Stores a batch at once; one that the database refuses is stored record by record. */
  async function store(db: FencedDatabase, received: readonly Received[]): Promise<void> {
    const [first] = received;
    if (!first) return;
    try {
      const records = received.map(({ record }) => record);
      const outcomes = await append(db, first.record.tenantId, records);
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome === 'reused') await discard(received[i]!.message, 'id_reused');
        else counted.inc({ outcome });
      }
    } catch (error) {
      if (!isDataAtFault(error)) throw error;
      if (received.length === 1) return discard(first.message, 'unstorable');
      for (const one of received) await store(db, [one]);
    }
  }

  async function apply(messages: JsMsg[], db: FencedDatabase): Promise<void> {
    const readable: Received[] = [];
    for (const message of messages) {
      const record = recordIn(message);
      if (typeof record === 'string') await discard(message, record);
      else readable.push({ message, record });
    }
    await store(db, readable);
  }

  let end: (() => Promise<void>) | undefined;
  return {
    start() {
      end = bus.consumeBatches({
        name: 'audit-log',
        stream: 'AUDIT',
        partitions: allPartitions.map((partition) => ({
          name: partition,
          filters: [`audit.${partition}.>`],
        })),
        maxMessages: batchSize,
        maxWaitMs: batchMs,
        maxInHand,
        orderingKeyOf: tenantOf,
        apply,
      });
    },
    async stop() {
      await end?.();
    },
  };
}
