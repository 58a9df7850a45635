import { bucketLifetimesMs } from '@platform/contracts';
import type { Bus } from '../bus/bus.ts';

const askAgainMs = 2_000;

/**
 * Resolves when this process may shut down: no other pod of the service began to within the last
 * minute, in which its container has usually restarted, or the wait was too long.
 */
export async function restartTurn({
  bus,
  maxWaitMs,
}: {
  /** The bus shared by the pods of one service; a process without one does not wait. */
  bus?: Pick<Bus, 'service' | 'take'> | undefined;
  /** Longest wait: the bus may be unavailable because of the very value that changed. */
  maxWaitMs: number;
}): Promise<void> {
  if (!bus) return;
  const take = (): Promise<boolean> =>
    bus.take('restarts', bus.service, bucketLifetimesMs.restarts).catch(() => false);
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += askAgainMs) {
    if (await take()) return;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}
