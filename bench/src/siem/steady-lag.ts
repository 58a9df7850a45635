import { setTimeout as pause } from 'node:timers/promises';
import { exampleEvent, partitionOf } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { connectNats } from '@platform/testkit/stores';
import { newHistogram } from '../histogram.ts';
import type { SiemStage } from './siem-stage.ts';
import { jetstream } from '@nats-io/jetstream';

const tickMs = 10;
const drainMs = 20_000;
const idPattern = /"id":"(evt_\w+)"/g;

/** Publishes events at a steady rate. Returns the time of each. */
async function publishSteadily(
  { natsUrl, tenantId }: SiemStage,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Map<string, number>> {
  const published = new Map<string, number>();
  const connection = await connectNats(natsUrl);
  const js = jetstream(connection);
  const subject = `events.${partitionOf(tenantId)}.${tenantId}.user.created`;
  const startedAt = performance.now();
  const acknowledgements: Promise<unknown>[] = [];
  while (published.size < perSecond * seconds) {
    const due = Math.min(seconds, (performance.now() - startedAt) / 1_000) * perSecond;
    while (published.size < due) {
      const id = newId('event');
      const event = exampleEvent('user.created', { id, occurredAt: new Date().toISOString() });
      published.set(id, performance.now());
      acknowledgements.push(js.publish(subject, cloudEvent('bench', event, { tenantId })));
    }
    await pause(tickMs);
  }
  await Promise.all(acknowledgements);
  await connection.close();
  return published;
}

/** Milliseconds from publishing to a sink's receiver, at a steady rate; what does not come counts as the whole wait. */
export async function steadyLag(stage: SiemStage, rate: { perSecond: number; seconds: number }) {
  const received = new Map<string, number>();
  stage.receivers.onContent = (content) => {
    const now = performance.now();
    for (const [, id] of content.matchAll(idPattern))
      if (id !== undefined && !received.has(id)) received.set(id, now);
  };
  const url = `${stage.receivers.url}/steady`;
  const sink = await stage.create({ kind: 'http', config: { url }, batch: { maxSeconds: 1 } });
  const published = await publishSteadily(stage, rate);
  const isMissing = (id: string): boolean => !received.has(id);
  for (const end = performance.now() + drainMs; performance.now() < end; await pause(50))
    if (![...published.keys()].some(isMissing)) break;
  await stage.remove(sink.id);
  const lag = newHistogram();
  for (const [id, at] of published) lag.add(((received.get(id) ?? at + drainMs) - at) * 1_000);
  return {
    p50: lag.at(50) / 1_000,
    p99: lag.at(99) / 1_000,
    missing: [...published.keys()].filter(isMissing).length,
  };
}
