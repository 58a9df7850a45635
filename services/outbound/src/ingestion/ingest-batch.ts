import type { JsMsg } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Metrics } from '@platform/kit/metrics';
import { readFact } from './fact.ts';
import type { Fact } from './fact.ts';
import type { Channel, IngestionHooks } from './ingested.ts';
import { UnstorableError, ingest } from './ingest.ts';

/** What {@link batchIngestion} needs. */
export interface BatchIngestionOptions {
  db: Pick<Database, 'transact'>;
  hooks: IngestionHooks;
  metrics: Metrics;
  /** Copies a message that can never succeed away and takes it out of the stream. */
  bury: (message: JsMsg, reason: string) => Promise<void>;
  /** The log of a tenant has grown. */
  onGrown: (tenantId: string, channel: Channel) => unknown;
}

interface Received extends Fact {
  message: JsMsg;
}

/** Stores batches of the bus: each message is judged alone, each tenant is one transaction, `ack` follows commit. */
export function batchIngestion({ db, hooks, metrics, bury, onGrown }: BatchIngestionOptions) {
  const counted = metrics.counter(
    'platform_ingest_events_total',
    'Messages of the bus, by what became of them.',
    ['channel', 'outcome'],
  );
  const lag = metrics.histogram(
    'platform_ingest_lag_seconds',
    'From the time of a fact to its commit in the log.',
    ['channel'],
  );

  async function refuse(message: JsMsg, channel: Channel, reason: string): Promise<void> {
    await bury(message, reason);
    counted.inc({ channel, outcome: 'poison' });
  }

  async function store(
    channel: Channel,
    tenantId: string,
    received: readonly Received[],
  ): Promise<void> {
    try {
      const rows = await ingest(db, hooks, {
        tenantId,
        channel,
        events: received.map((r) => r.event),
      });
      for (const { message } of received) message.ack();
      counted.inc({ channel, outcome: 'stored' }, rows.length);
      counted.inc({ channel, outcome: 'duplicate' }, received.length - rows.length);
      for (const { event } of rows)
        lag.observe({ channel }, Math.max(0, (Date.now() - Date.parse(event.occurredAt)) / 1000));
      if (rows.length > 0) onGrown(tenantId, channel);
    } catch (error) {
      if (!(error instanceof UnstorableError)) throw error;
      const [only] = received;
      if (received.length === 1 && only) return refuse(only.message, channel, 'unstorable');
      for (const one of received) await store(channel, tenantId, [one]);
    }
  }

  return async function onBatch(channel: Channel, messages: readonly JsMsg[]): Promise<void> {
    const byTenant = new Map<string, Received[]>();
    for (const message of messages) {
      const fact = readFact(message, channel);
      if (typeof fact === 'string') {
        await refuse(message, channel, fact);
        continue;
      }
      const group = byTenant.get(fact.tenantId);
      if (group) group.push({ ...fact, message });
      else byTenant.set(fact.tenantId, [{ ...fact, message }]);
    }
    // one tenant's failure keeps none of the others waiting
    const failures: unknown[] = [];
    for (const [tenantId, received] of byTenant)
      await store(channel, tenantId, received).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
}
