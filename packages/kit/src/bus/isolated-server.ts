import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';

const probeMs = 1_000;
const answerMs = 2_000;
/** While a cluster elects a leader, which takes 4 to 9 s, no server of it answers. */
const patienceMs = 8_000;

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
  let answeredAt = performance.now();
  let left: string | undefined;
  while (!closing.aborted) {
    await pause(probeMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    if (closing.aborted || nc.isClosed()) return;
    // A single server has no other to turn to.
    if (nc.info?.cluster === undefined || (await answers(nc))) {
      answeredAt = performance.now();
      left = undefined;
    }
    const server = nc.info?.server_name;
    // The first reconnect of the library selects the same server again.
    const isBack = left !== undefined && server === left;
    if (!isBack && performance.now() - answeredAt < patienceMs) continue;
    log.warn({ server }, 'JetStream does not answer; trying another server');
    left = server;
    answeredAt = performance.now();
    await nc.reconnect().catch(() => undefined);
  }
}
