import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { ingest } from '../src/ingestion/ingest.ts';
import { wakeSinks } from '../src/siem/cursor-store.ts';
import { newEvent } from './webhook-fixtures.ts';
import { siemPlatform } from './siem-fixtures.ts';
import type { SiemTestPlatform } from './siem-fixtures.ts';

let siem: SiemTestPlatform;

beforeAll(async () => {
  // No test may pass only because a lease expires.
  siem = await siemPlatform({}, () => ({ leaseMs: 600_000 }));
});
afterAll(() => siem.stopAll());

/** Adds an event to a log like ingestion. Resolves before the transaction ends, which happens on `commit`. */
async function startIngestion(tenantId: string) {
  const event = newEvent();
  let commit = (): void => undefined;
  const released = new Promise<void>((resolve) => (commit = resolve));
  let done: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    done = ingest(
      siem.platform.service.platform.db,
      {
        async onAppended(tx, _channel, lastSeq) {
          await wakeSinks(tx, 'lifecycle', lastSeq, new Date(siem.clock.now()));
          resolve();
          await released;
        },
        onIngested: async () => undefined,
        onRedacted: async () => undefined,
        afterIngest: () => undefined,
      },
      { tenantId, channel: 'events', events: [event] },
    );
    done.catch(reject);
  });
  return { id: event.id, commit: () => (commit(), done) };
}

/** Makes the worker skip a resting sink; false for others, whose turn would overwrite the change. */
const putOff = async (sinkId: string): Promise<boolean> =>
  (
    await siem.sql(
      "UPDATE siem_cursors SET next_due_at = now() + interval '30 days' WHERE sink_id = $1 AND next_due_at IS NULL AND leased_until IS NULL RETURNING sink_id",
      [sinkId],
    )
  ).length === 1;

const makeDue = (sinkId: string): Promise<unknown> =>
  siem.sql("UPDATE siem_cursors SET next_due_at = now() - interval '1 day' WHERE sink_id = $1", [
    sinkId,
  ]);

/** Waits until the worker has checked the sink: it rests, or waits for the log. */
const lookedAt = (sinkId: string): Promise<unknown> =>
  eventually(async () => {
    const [row] = await siem.sql<{ isLooked: boolean }>(
      `SELECT next_due_at IS NULL OR EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%event_heads%') AS "isLooked"
       FROM siem_cursors WHERE sink_id = $1`,
      [sinkId],
    );
    return row?.isLooked;
  });

describe('an event that is committed after its sink was checked', () => {
  test.each([
    ['the first of its log', 0],
    ['a later one', 1],
  ])('wakes the sink: %s', async (_name, before) => {
    const { tenant, api } = await siem.tenant();
    const collector = siem.destination();
    const sink = await siem.sink(api, { kind: 'http', config: { url: collector.url } });
    for (let n = 0; n < before; n += 1) await siem.publish(tenant.id, newEvent());
    await siem.healthOnce(api, sink.id, (health) => health.deliveredTotal === before);
    await eventually(async () => {
      siem.clock.advance(1_000);
      return putOff(sink.id);
    });
    const ingestion = await startIngestion(tenant.id);
    await makeDue(sink.id);
    await lookedAt(sink.id);
    await ingestion.commit();
    await siem.healthOnce(api, sink.id, (health) => health.deliveredTotal === before + 1);
    expect(collector.received().at(-1)?.body).toContain(ingestion.id);
  });
});

describe('a run that fails unexpectedly', () => {
  test('releases its sink, which is retried after a delay', async () => {
    const { tenant, api } = await siem.tenant();
    const collector = siem.destination();
    const sink = await siem.sink(api, { kind: 'http', config: { url: collector.url } });
    await siem.sql(
      `ALTER TABLE siem_cursors ADD CONSTRAINT unforeseen CHECK (sink_id <> '${sink.id}' OR delivered_total = 0)`,
    );
    await siem.publish(tenant.id, newEvent());
    await eventually(() => {
      siem.clock.advance(1_000);
      return collector.received().length >= 2;
    });
    await siem.sql('ALTER TABLE siem_cursors DROP CONSTRAINT unforeseen');
    const health = await siem.healthOnce(api, sink.id, (h) => h.deliveredTotal === 1);
    expect([health.consecutiveFailures, health.droppedTotal]).toEqual([0, 0]);
  });
});

describe('unresponsive sinks', () => {
  test('take no slots from healthy sinks of their tenant', async () => {
    const { tenant, api } = await siem.tenant();
    const healthy = siem.destination();
    const sink = await siem.sink(api, { kind: 'http', config: { url: healthy.url } });
    await siem.publish(tenant.id, newEvent());
    await siem.healthOnce(api, sink.id, (health) => health.deliveredTotal === 1);

    const hanging = Array.from({ length: 9 }, () => siem.destination(() => ({ hang: true })));
    for (const { url } of hanging) await siem.sink(api, { kind: 'http', config: { url } });
    await siem.publish(tenant.id, newEvent());
    await siem.healthOnce(api, sink.id, (health) => health.deliveredTotal === 2);
    await eventually(() => {
      siem.clock.advance(1_000);
      return hanging.filter(({ received }) => received().length > 0).length === 9;
    });
    for (const count of [3, 4]) {
      await siem.publish(tenant.id, newEvent());
      await siem.healthOnce(api, sink.id, (health) => health.deliveredTotal === count);
    }
    const ended = await siem.sql(
      'SELECT FROM siem_cursors WHERE tenant_id = $1 AND last_error IS NOT NULL',
      [tenant.id],
    );
    expect(ended).toEqual([]);
  });
});
