import { allPartitions } from '@platform/contracts';
import { deadLetter, tenantOfSubject } from '@platform/kit/bus';
import type { FencedDatabase, JsMsg } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import { appendRecords } from './record-append.ts';
import type { AppendOptions, AppendOutcome } from './record-append.ts';
import { recordIn } from './record-input.ts';
import type { MessageFault } from './record-input.ts';
import { preparedRecord } from './record-parts.ts';
import type { PreparedRecord } from './record-parts.ts';

const batchSize = 500;
const batchMs = 25;
const maxPending = 2_000;
const ingestedBy = 'bus';
const actor = { type: 'system', id: 'audit-log' } as const;

/** Whether the database will never accept the data (SQLSTATE class 22). */
const isDataAtFault = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith('22') ?? false;

/** A parsed record, or the reason why its message goes to the DLQ. */
type Reading = PreparedRecord | MessageFault;

interface Received {
  message: JsMsg;
  record: PreparedRecord;
}

/** Parses messages as they arrive, while the previous records are on their way to the database. */
function reader() {
  const readings = new WeakMap<JsMsg, Reading>();
  function read(message: JsMsg): Reading {
    try {
      const record = recordIn(message);
      return typeof record === 'string' ? record : preparedRecord(record);
    } catch {
      // Too deeply nested to be serialized again: it would fail every time.
      return 'unreadable';
    }
  }
  return {
    onRead: (message: JsMsg) => void readings.set(message, read(message)),
    readingOf: (message: JsMsg): Reading => readings.get(message) ?? read(message),
  };
}

/** Feeds the audit log from the bus: one pod processes each partition, and each tenant in stream order. */
export function busIngestion(
  { bus, log, metrics }: Pick<Platform, 'bus' | 'log' | 'metrics'>,
  options: AppendOptions,
): Worker {
  const counted = metrics.counter('platform_audit_records_total');
  const { onRead, readingOf } = reader();

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

  /** Stores a batch in one call, or record by record if the database rejects it. */
  async function store(db: FencedDatabase, received: readonly Received[]): Promise<void> {
    const [first] = received;
    if (!first) return;
    const { tenantId } = first.record.input;
    const records = received.map(({ record }) => record);
    let outcomes: AppendOutcome[];
    try {
      outcomes = await db.transact({ tenantId, actor }, (tx) =>
        appendRecords(tx, records, ingestedBy, options),
      );
    } catch (error) {
      if (!isDataAtFault(error)) throw error;
      if (received.length === 1) return discard(first.message, 'unstorable');
      for (const one of received) await store(db, [one]);
      return;
    }
    for (const outcome of ['accepted', 'duplicate'] as const) {
      const count = outcomes.filter((one) => one === outcome).length;
      if (count > 0) counted.inc({ outcome }, count);
    }
    for (const [i, outcome] of outcomes.entries())
      if (outcome === 'id_reused' || outcome === 'out_of_window')
        await discard(received[i]!.message, outcome);
  }

  async function apply(messages: JsMsg[], db: FencedDatabase): Promise<void> {
    const readable: Received[] = [];
    for (const message of messages) {
      const record = readingOf(message);
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
        maxPending,
        orderingKeyOf: tenantOfSubject,
        onRead,
        apply,
      });
    },
    async stop() {
      await end?.();
    },
  };
}
