import type { Bus } from '../bus/bus.ts';
import type { Logger } from '../telemetry/log.ts';
import { every } from './workers.ts';
import type { Worker } from './workers.ts';

/**
 * Runs `work` after each (re)connect of the bus, however short the gap, and every `intervalMs`. If
 * it fails or returns false, runs it again at the next check.
 */
export function atEachConnection(
  bus: Pick<Bus, 'isConnected' | 'connections'>,
  { intervalMs, lookMs = 2_000 }: { intervalMs: number; lookMs?: number },
  name: string,
  log: Logger,
  work: () => Promise<boolean>,
): Worker {
  let done = { connection: 0, at: -Infinity };
  return every(lookMs, name, log, async () => {
    const connection = bus.connections();
    const at = performance.now();
    if (!bus.isConnected() || (connection === done.connection && at - done.at < intervalMs)) return;
    if (await work()) done = { connection, at };
  });
}
