import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';

const probeMs = 1_000;
const answerMs = 2_000;
/** A cluster elects a leader within nine seconds, and a server without one answers with an error. */
const patienceMs = 5_000;

/** Whether JetStream answers through the connected server. */
async function answers(nc: NatsConnection): Promise<boolean> {
  try {
    const answer = await nc.request('$JS.API.INFO', '', { timeout: answerMs });
    return answer.json<{ error?: unknown }>().error === undefined;
  } catch {
    return false;
  }
}

/**
 * Leaves a server of a cluster that is cut off from the others: it keeps its connections, so that
 * pings do not show that its streams are out of reach. Until `closing`.
 */
export async function leaveIsolatedServers(
  nc: NatsConnection,
  closing: AbortSignal,
  log: Logger,
): Promise<void> {
  for (let answeredAt = performance.now(); !closing.aborted;) {
    await pause(probeMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    if (closing.aborted || nc.isClosed()) return;
    // A single server has no other to turn to.
    if (nc.info?.cluster === undefined || (await answers(nc))) answeredAt = performance.now();
    if (performance.now() - answeredAt < patienceMs) continue;
    log.warn({ server: nc.info?.server_name }, 'JetStream does not answer; trying another server');
    await nc.reconnect().catch(() => undefined);
    answeredAt = performance.now();
  }
}
