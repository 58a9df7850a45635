import type { FencedDatabase, JsMsg } from '@platform/kit/bus';
import type { Metrics } from '@platform/kit/telemetry';
import { readFact } from './fact.ts';
import type { Fact } from './fact.ts';
import type { Channel, IngestionHooks } from './ingested.ts';
import { UnstorableError, ingest } from './ingest.ts';

export interface BatchIngestionOptions {
  hooks: IngestionHooks;
  metrics: Metrics;
  /** Copies a message that can never be stored to the DLQ. */
  deadLetter: (message: JsMsg, reason: string) => Promise<void>;
  /** Called when the log of a tenant has grown. */
  onGrown: (tenantId: string, channel: Channel) => unknown;
}

interface Received extends Fact {
  message: JsMsg;
}

/** Stores messages of one tenant in one transaction; checks each separately. */
export function batchIngestion({ hooks, metrics, deadLetter, onGrown }: BatchIngestionOptions) {
  const counted = metrics.counter('platform_ingest_events_total');
  const lag = metrics.histogram('platform_ingest_lag_seconds');

  async function discard(message: JsMsg, channel: Channel, reason: string): Promise<void> {
    await deadLetter(message, reason);
    counted.inc({ channel, outcome: 'poison' });
  }

  async function store(
    db: Pick<FencedDatabase, 'transact'>,
    channel: Channel,
    received: readonly Received[],
  ): Promise<void> {
    const [first] = received;
    if (!first) return;
    const { tenantId } = first;
    try {
      const events = received.map(({ event }) => event);
      const rows = await ingest(db, hooks, { tenantId, channel, events });
      counted.inc({ channel, outcome: 'stored' }, rows.length);
      counted.inc({ channel, outcome: 'duplicate' }, received.length - rows.length);
      for (const { event } of rows)
        lag.observe({ channel }, Math.max(0, (Date.now() - Date.parse(event.occurredAt)) / 1000));
      if (rows.length > 0) onGrown(tenantId, channel);
    } catch (error) {
      if (!(error instanceof UnstorableError)) throw error;
      if (received.length === 1) return discard(first.message, channel, 'unstorable');
      for (const one of received) await store(db, channel, [one]);
    }
  }

  return async function storeMessages(
    db: Pick<FencedDatabase, 'transact'>,
    channel: Channel,
    messages: readonly JsMsg[],
  ): Promise<void> {
    const received: Received[] = [];
    for (const message of messages) {
      const fact = readFact(message, channel);
      if (typeof fact === 'string') await discard(message, channel, fact);
      else received.push({ ...fact, message });
    }
    await store(db, channel, received);
  };
}
