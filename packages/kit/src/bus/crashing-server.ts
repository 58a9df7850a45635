import type { JetStreamClient } from '@nats-io/jetstream';
import type { Database } from '../database/database.ts';
import { silentLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { relay } from './relay.ts';

/**
 * Fakes a server that keeps what it acknowledges until it crashes, and then loses the end of it.
 */
function crashingServer() {
  const server = {
    messages: [] as { seq: number; id: string }[],
    isAway: false,
    managerMs: 0,
    failures: 0,
    /** Publishes in progress, and their highest number so far. */
    inFlight: [] as string[],
    mostOnTheWay: 0,
    delay: undefined as (() => Promise<void>) | undefined,
    /** A part of the subjects to reject, the ids to reject, and the number of rejections. */
    refused: undefined as string | undefined,
    refusedIds: new Set<string>(),
    refusals: 0,
    held: undefined as Promise<void> | undefined,
  };
  const publisher = {
    async publish(subject: string, _payload: string, id: string) {
      if (server.isAway) throw new Error('away');
      if ((server.refused && subject.includes(server.refused)) || server.refusedIds.has(id)) {
        server.refusals += 1;
        throw new Error('not allowed');
      }
      server.inFlight.push(id);
      server.mostOnTheWay = Math.max(server.mostOnTheWay, server.inFlight.length);
      const known = server.messages.find((m) => m.id === id);
      const seq = known?.seq ?? server.messages.length + 1;
      if (!known) server.messages.push({ seq, id });
      await server.held;
      await server.delay?.();
      server.inFlight.splice(server.inFlight.indexOf(id), 1);
      return seq;
    },
    abandon: () => undefined,
  };
  const js = {
    async jetstreamManager() {
      await new Promise((resolve) => setTimeout(resolve, server.managerMs));
      if (server.failures-- > 0) throw new Error('not ready yet');
      return {
        streams: {
          async getMessage(_stream: string, { seq }: { seq: number }) {
            const found = server.messages.find((m) => m.seq === seq);
            if (!found) return null;
            return { header: new Map([['Nats-Msg-Id', found.id]]) };
          },
        },
      };
    },
  };
  return { server, publisher, js: js as unknown as JetStreamClient };
}

/**
 * Creates, for tests, a relay with batches of four to a server that keeps what it acknowledges
 * until it crashes.
 */
export function relayToCrashingServer(db: Database) {
  const { server, publisher, js } = crashingServer();
  const rows = relay({
    db,
    jetstream: () => (server.isAway ? undefined : js),
    publisher,
    replicas: 1,
    pollIntervalMs: 20,
    batchSize: 4,
    retentionMs: 86_400_000,
    restMs: 300,
    log: silentLog,
    metrics: createMetrics('shop'),
  });
  rows.start();
  return { server, rows, kept: () => server.messages.map((m) => m.id) };
}

/** Crashes the server; only the first `kept` of its messages survive. */
export function crashAfter(
  { server, rows }: ReturnType<typeof relayToCrashingServer>,
  keeps: number,
): void {
  server.isAway = true;
  rows.disconnected();
  server.messages.splice(keeps);
}
